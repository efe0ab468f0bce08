import type { ConversationFailure } from '@enfilade/shared-contracts/conversation/conversation';
import { createConversation } from '@enfilade/shared-contracts/conversation/create-conversation';
import type { Transport, TransportEvent } from '@enfilade/shared-contracts/conversation/transport';
import { createEventBus } from '@enfilade/shared-contracts/events/create-event-bus';
import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { type MuseumProfile, museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import type { Destination } from '@enfilade/shared-contracts/remote/screen-props';
import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Screen, { loadTexts } from './screen.tsx';

const museumId = '6610a1b2c3d4e5f601000001';
const exhibitionId = '6610a1b2c3d4e5f602000001';

interface StageOptions {
  language?: Language;
  profile?: Partial<MuseumProfile>;
  /** How many exhibitions the museum has. */
  exhibitionCount?: number;
  /** A connection that does not come about by itself. */
  isOffline?: boolean;
}

/** The guide's side of the conversation, told line by line what to say. */
function createScriptedGuide(isOffline: boolean) {
  const sent: { turn: number; text: string; clientMessageId: string }[] = [];
  const closed: string[] = [];
  let tellConversation: (event: TransportEvent) => void = () => {};
  const tell = (event: TransportEvent) => act(() => tellConversation(event));
  const turn = () => sent.at(-1)?.turn ?? 0;
  const transport = (): Transport => ({
    kind: 'text',
    connect(listener) {
      tellConversation = listener;
      if (!isOffline) listener({ type: 'connected' });
    },
    send: (message) => void sent.push(message),
    cancel() {},
    close: (reason) => void closed.push(reason),
  });
  return {
    transport,
    sent,
    closed,
    tell,
    says: (text: string) => tell({ type: 'text', turn: turn(), speaker: 'guide', text }),
    names: (title: string) => tell({ type: 'source', turn: turn(), source: { title, document: title } }),
    finishes: () => tell({ type: 'turn-completed', turn: turn() }),
    fails: (failure: ConversationFailure) => tell({ type: 'failed', turn: turn(), failure }),
  };
}

/** The screen on the real conversation, session, translator and bus; only the guide is scripted. */
export async function setStage({ language = 'en', profile = {}, exhibitionCount = 1, isOffline = false }: StageOptions = {}) {
  window.localStorage.clear();
  const guide = createScriptedGuide(isOffline);
  const session = createSession({ document, window });
  session.setLanguage(language, true);
  const bus = createEventBus({
    checksPayloads: true,
    reportError(error) {
      throw error;
    },
  });
  let ids = 0;
  const clock = { now: () => 0, after: () => () => {} };
  const conversation = createConversation({
    transports: { text: guide.transport },
    place: () => ({ museumId, exhibitionId, language }),
    wishes: () => session.store.getState().visitConfig,
    checkVoice: () => Promise.resolve({ support: 'unsupported', microphone: 'prompt', hearing: 'none' }),
    bus,
    clock,
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
  });
  const i18n = createI18n({ language });
  for (const each of ['en', 'de', 'fr'] as const) i18n.addResourceBundle(each, __REMOTE_NAME__, (await loadTexts(each)).default);
  const exhibitions = Array.from({ length: exhibitionCount }, () => ({ _id: exhibitionId, name: 'Nave' }));
  const wentTo: Destination[] = [];
  const props = {
    museum: museumSchema.parse({ _id: museumId, name: 'Cathedral of St Oriel', exhibitions }),
    profile: museumProfileSchema.parse(profile),
    exhibition: { _id: exhibitionId, name: 'Nave', pronunciations: [] },
    session,
    conversation,
    bus,
    i18n,
    api: {} as never,
    clock,
    go: (to: Destination) => void wentTo.push(to),
  };
  const user = userEvent.setup();
  const view = render(<Screen {...props} />);
  return { guide, session, conversation, i18n, wentTo, user, view, open: () => render(<Screen {...props} />) };
}
