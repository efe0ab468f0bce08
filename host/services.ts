import { createGuideApi } from '@enfilade/shared-contracts/api/create-guide-api';
import type { ReportsRequest } from '@enfilade/shared-contracts/api/request-schemas';
import { rememberConversation, restoreConversation } from '@enfilade/shared-contracts/conversation/runtime/conversation-memory';
import { createConversation } from '@enfilade/shared-contracts/conversation/runtime/create-conversation';
import { createTextTransport } from '@enfilade/shared-contracts/conversation/transports/text-transport';
import { createEventBus } from '@enfilade/shared-contracts/events/create-event-bus';
import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import { defaultLanguage, languageSchema } from '@enfilade/shared-contracts/i18n/language';
import { systemClock as clock } from '@enfilade/shared-contracts/kit/clock';
import { randomId } from '@enfilade/shared-contracts/kit/random-id';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import { checkVoice } from '@enfilade/shared-contracts/voice/check-voice';
import { readVoicePage } from '@enfilade/shared-contracts/voice/voice-page';
import { z } from 'zod/mini';
import { readKiosk, withoutWaysOut } from './museums/kiosk-tab.ts';
import { createFetch, createRecords } from './museums/records.ts';
import { createBlockedVersions } from './releases/blocked-versions.ts';
import { framesOf, watchErrors } from './releases/page-errors.ts';
import { museumOf } from './releases/page-frame.ts';
import type { ScreenReport } from './releases/remote-error.ts';
import { createStartFlags } from './releases/start-flags.ts';
import { createBusy } from './screens/busy.ts';
import { addTexts } from './texts/late-part.ts';
import { texts as hostTexts } from './texts/texts.ts';
import { createVoiceTransports } from './voice/load-voice.ts';

const isDevelopment = process.env['NODE_ENV'] !== 'production';
const arrivalLimitMs = 5_000;
const reportLimitMs = 2_000;
/** Error monitoring sees the error, and the caller continues. */
const reportError = (error: unknown) => globalThis.reportError(error);
// biome-ignore lint/style/noRestrictedGlobals: the clients of gateway, set and voice are made here, from this
export const browserFetch: typeof fetch = (input, init) => fetch(input, init);
export const parseLanguage = (language: string) => z.catch(languageSchema, defaultLanguage).parse(language);

/** Safari has no idle callbacks. */
export function whenIdle(task: () => void): void {
  (window.requestIdleCallback ?? setTimeout)(task);
}

export const sparesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

export type VisitServices = ReturnType<typeof createVisitServices>;

export function createVisitServices() {
  const session = createSession({ document, window });
  // The gateway writes the museum's language into the page. The visitor's own choice has precedence.
  session.setLanguage(parseLanguage(document.documentElement.lang), false);
  const environment = { fetch: createFetch(browserFetch), clock };
  const api = createGuideApi(environment);
  const kiosk = readKiosk(window);
  const i18n = createI18n({ language: session.store.getState().language });
  addTexts(i18n, 'host', hostTexts);
  const records = createRecords({ api: kiosk ? withoutWaysOut(api) : api, clock });
  const knownMuseum = () => {
    const { museumId } = session.store.getState();
    return museumId === undefined ? undefined : records.museum(museumId).getState().data;
  };
  const bus = createEventBus({ checksPayloads: isDevelopment, reportError });
  return { clock, session, bus, environment, api, kiosk, i18n, records, knownMuseum, busy: createBusy() };
}

export type Reporting = ReturnType<typeof createReporting>;

export function createReporting({ session, api }: Pick<VisitServices, 'session' | 'api'>) {
  const startFlags = createStartFlags({ window, clock });
  const blocked = createBlockedVersions(document, window.isSecureContext);
  for (const { remote, version } of startFlags.hung) blocked.add(remote, version);
  // Reports are best effort. Undefined fields are omitted.
  const sendReport = (entry: ScreenReport) =>
    api
      .report({
        sequence: Number(document.documentElement.dataset['composition'] ?? 0),
        reports: [entry as ReportsRequest['reports'][number]],
      })
      .catch(() => undefined);
  /** A visit begins with the museum's cookie. An entry may fail earlier. */
  const arrived = new Promise<void>((resolve) => {
    const check = () => (museumOf(document) === '*' || session.store.getState().museumId !== undefined) && resolve();
    session.store.subscribe(check);
    clock.after(arrivalLimitMs, resolve);
    check();
  });
  const loaded = createStore<{ remote: string } | undefined>(undefined);
  /** The gateway counts only reports of a visit, which a page's first report may begin. So the first report is about the host. */
  let visit: Promise<void> | undefined;
  let reported: Promise<unknown> = Promise.resolve();
  const report = ({ cause, ...entry }: ScreenReport) => {
    visit ??= arrived.then(() => sendReport({ remote: 'host', version: contractVersion, kind: 'loaded' }));
    const sent = visit.then(async () => sendReport(cause === undefined ? entry : { ...entry, frames: await framesOf(cause) }));
    reported = Promise.all([reported, sent]);
    if (entry.kind === 'loaded') loaded.set(entry);
  };
  const whenReported = () => Promise.race([reported, new Promise<void>((resolve) => void clock.after(reportLimitMs, resolve))]);
  watchErrors(window, { report, block: blocked.add, version: contractVersion, reported: new Set() });
  return { startFlags, blocked, report, whenReported, loaded };
}

export function createTalk({ session, bus, api, records, knownMuseum }: VisitServices) {
  const page = readVoicePage(browserFetch);
  const pronunciations = () => {
    const { museumId, exhibitionId } = session.store.getState();
    const exhibition = museumId && exhibitionId ? records.exhibition(museumId, exhibitionId).getState().data : undefined;
    return exhibition?.pronunciations ?? [];
  };
  const voice = createVoiceTransports({ page, clock, session, pronunciations });
  /** For visitors who chose to speak, in museums that have calls. */
  const prepareCall = () => {
    const { visitConfig, language } = session.store.getState();
    const isChat = knownMuseum()?.profile.entryScreen === 'text-chat';
    if (visitConfig.inputMode === 'audio' && !isChat && !sparesData()) void voice.prepare(language);
  };
  const memory = { clock, exhibitionId: () => session.store.getState().exhibitionId };
  const restored = restoreConversation(window, memory);
  const conversation = createConversation({
    ...(restored && { restored }),
    transports: {
      text: (_context, options) => createTextTransport({ api, session, clock, ...options }),
      voice: voice.create,
    },
    context: () => session.store.getState(),
    preferences: () => session.store.getState().visitConfig,
    checkVoice() {
      const checked = checkVoice(page, clock);
      void checked.then(() => whenIdle(prepareCall));
      return checked;
    },
    bus,
    clock,
    newId: randomId,
  });
  rememberConversation(window, conversation, memory);
  return conversation;
}
