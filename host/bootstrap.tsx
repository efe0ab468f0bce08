import './zod-without-eval.ts';
import './styles/page.css';
import { createGuideApi } from '@enfilade/shared-contracts/api/create-guide-api';
import type { ReportsRequest } from '@enfilade/shared-contracts/api/schemas';
import { rememberConversation, restoreConversation } from '@enfilade/shared-contracts/conversation/runtime/conversation-memory';
import { createConversation } from '@enfilade/shared-contracts/conversation/runtime/create-conversation';
import { createTextTransport } from '@enfilade/shared-contracts/conversation/transports/text-transport';
import { createEventBus } from '@enfilade/shared-contracts/events/create-event-bus';
import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import { defaultLanguage, languageSchema } from '@enfilade/shared-contracts/i18n/language';
import { systemClock as clock } from '@enfilade/shared-contracts/kit/clock';
import type { Exhibition } from '@enfilade/shared-contracts/museum/museum';
import { contractVersion } from '@enfilade/shared-contracts/remote/contract';
import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import { checkVoice } from '@enfilade/shared-contracts/voice/check-voice';
import { readVoicePage } from '@enfilade/shared-contracts/voice/voice-page';
import { createRoot } from 'react-dom/client';
import { createFetch } from './arrival/create-fetch.ts';
import { createQueryClient, exhibitionQuery } from './arrival/queries.ts';
import { followLanguage } from './follow-language.ts';
import { followVisitConfig } from './follow-visit-config.ts';
import { forgetOtherConversations } from './forget-other-conversations.ts';
import { createPreview } from './preview/create-preview.ts';
import { beginFirstScreen } from './releases/begin-first-screen.ts';
import { createVerifiedSet } from './releases/create-verified-set.ts';
import { createFederation } from './releases/federation.ts';
import { followReleases } from './releases/follow-releases.ts';
import { createRemoteLoader } from './releases/load-remote.ts';
import type { ScreenReport } from './releases/screen-report.ts';
import { rememberVisitor } from './remember-visitor.ts';
import { restartInLanguage } from './restart-in-language.ts';
import type { Services } from './screens/services.ts';
import { Shell } from './shell.tsx';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';
import { createVoiceTransports } from './voice/load-voice.ts';

/** Uncaught, so that it reaches whoever watches errors, without stopping what told it. */
const reportError = (error: unknown) => globalThis.reportError(error);

const isDevelopment = process.env['NODE_ENV'] !== 'production';
const session = createSession({ document, window });
// The gateway writes the museum's language into the page; a choice of the visitor's own stands above it.
session.setLanguage(languageSchema.catch(defaultLanguage).parse(document.documentElement.lang), false);
const bus = createEventBus({ checksPayloads: isDevelopment, reportError });
// biome-ignore lint/style/noRestrictedGlobals: the gateway client is made here, from this
const api = createGuideApi({ fetch: createFetch((input, init) => fetch(input, init)), clock });
const i18n = createI18n({ language: session.store.getState().language });
const queries = createQueryClient();
for (const [language, texts] of Object.entries({ en, de, fr })) i18n.addResourceBundle(language, 'host', texts);

const report = ({ milliseconds, code, ...rest }: ScreenReport) => {
  const sequence = Number(document.documentElement.dataset['composition'] ?? 0);
  const entry: ReportsRequest['reports'][number] = { ...rest, ...(milliseconds !== undefined && { milliseconds }), ...(code && { code }) };
  // Nobody waits for a report, and nothing depends on its arrival.
  api.report({ sequence, reports: [entry] }).catch(() => undefined);
};

// What was ignored may lie in the browser's cache, where "nothing is new" would bring it back for good.
let hasIgnored = false;
const set = createVerifiedSet({
  window,
  // Asked again and again: what has not changed is answered by a word (304), which createFetch would not let happen.
  // biome-ignore lint/style/noRestrictedGlobals: the gateway client is made here, from this
  api: createGuideApi({ fetch: (url, options) => fetch(url, { ...options, cache: hasIgnored ? 'reload' : 'no-cache' }), clock }),
  clock,
  // biome-ignore lint/style/noRestrictedGlobals: the site's time stands in a header, which the gateway client does not hand out
  fetch: (url, options) => fetch(url, options),
  report(problem) {
    hasIgnored ||= problem !== 'set-unverified';
    report({ remote: 'host', version: contractVersion, kind: 'violation', code: problem });
  },
});
const preview = createPreview({ window, claimed: set.claimed(), now: set.now, bus });
const loader = createRemoteLoader({
  federation: createFederation(set.integrityOf),
  releaseSet: () => set.current().then(preview.show),
  inForce: set.now,
  addTexts: (name, language, texts) => void i18n.addResourceBundle(language, name, texts),
  clock,
});

beginFirstScreen({ page: document, claimed: set.claimed(), loader, language: session.store.getState().language });

// biome-ignore lint/style/noRestrictedGlobals: the voice client's own calls of the gateway are made from this
const page = readVoicePage((url, options) => fetch(url, options));
const pronunciations = () => {
  const { museumId, exhibitionId } = session.store.getState();
  return queries.getQueryData<Exhibition>(exhibitionQuery(api, museumId, exhibitionId).queryKey)?.pronunciations ?? [];
};

const restored = restoreConversation(window, session.store.getState().exhibitionId);
const conversation = createConversation({
  ...(restored && { restored }),
  transports: {
    text: (_context, options) => createTextTransport({ api, session, ...options }),
    voice: createVoiceTransports({ page, clock, session, pronunciations }),
  },
  context: () => session.store.getState(),
  preferences: () => session.store.getState().visitConfig,
  checkVoice: () => checkVoice(page, clock),
  bus,
  clock,
  newId: () => crypto.randomUUID(),
});

rememberVisitor(document, window.isSecureContext);
const following = followReleases({
  window,
  set,
  loader,
  conversation,
  clock,
  language: () => languageSchema.catch(defaultLanguage).parse(i18n.language),
  tell: (sequence) => bus.emit('composition-changed', { sequence }),
  report,
});
const services: Services = { session, bus, api, i18n, conversation, clock, loader, following, preview, report };
followLanguage(services, i18n, document);
forgetOtherConversations(session, conversation);
followVisitConfig(session, conversation);
restartInLanguage(bus, conversation);
rememberConversation(window, conversation, () => session.store.getState().exhibitionId);
createRoot(document.getElementById('page') as HTMLElement).render(<Shell services={services} queries={queries} />);
