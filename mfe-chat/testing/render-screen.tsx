import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { ConversationFailure } from '@enfilade/shared-contracts/conversation/conversation';
import type { Transport, TransportEvent } from '@enfilade/shared-contracts/conversation/transport';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { type MuseumProfile, museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import type { ScreenLink } from '@enfilade/shared-contracts/remote/screen-props';
import { createScreenProps } from '@enfilade/shared-contracts/remote/testing/create-screen-props';
import type { SpeechRecognitionSource } from '@enfilade/shared-contracts/voice/voice-state';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Screen, { loadTexts } from '../screen.tsx';

const museumId = '6610a1b2c3d4e5f601000001';
const exhibitionId = '6610a1b2c3d4e5f602000001';

interface StageOptions {
  language?: Language;
  profile?: Partial<MuseumProfile>;
  exhibitionCount?: number;
  isOffline?: boolean;
  /** Any call without an answer here is refused. */
  api?: Partial<GuideApi>;
  links?: readonly ScreenLink[];
  dictation?: SpeechRecognitionSource;
}

export const button = (name: string) => screen.getByRole('button', { name });
export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
export const log = () => within(screen.getByRole('log'));

const refuse = () => Promise.reject(new ApiError('refused', 'Nobody answers'));
const silentApi = { welcome: refuse, rate: refuse, speak: refuse, transcribe: refuse, checkConnection: refuse };

/** The test sends the guide's side line by line. */
function createScriptedGuide(isOffline: boolean) {
  const sent: { turn: number; text: string; clientMessageId: string }[] = [];
  const closed: string[] = [];
  let tellConversation: (event: TransportEvent) => void = () => {};
  const tell = (event: TransportEvent) => act(() => tellConversation(event));
  const turn = () => sent.at(-1)?.turn ?? 0;
  const transport = (): Transport => ({
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
    says: (markdown: string) => tell({ type: 'text', turn: turn(), speaker: 'guide', text: markdown, isMarkdown: true }),
    names: (title: string) => tell({ type: 'source', turn: turn(), source: { title, document: title } }),
    /** In a chat an answer has an id. */
    finishes: () => tell({ type: 'turn-completed', turn: turn(), messageId: `answer-${turn()}` }),
    fails: (failure: ConversationFailure) => tell({ type: 'turn-failed', turn: turn(), failure }),
  };
}

/** Uses the product's conversation, session, translator and bus; only the guide is scripted. */
export async function renderScreen(options: StageOptions = {}) {
  const { language = 'en', profile = {}, exhibitionCount = 1, isOffline = false, api, dictation = 'none', links = [] } = options;
  window.localStorage.clear();
  window.sessionStorage.clear();
  const guide = createScriptedGuide(isOffline);
  const exhibitions = Array.from({ length: exhibitionCount }, () => ({ _id: exhibitionId, name: 'Nave' }));
  const { props, i18n, went, clock, isBusy } = await createScreenProps(
    { loadTexts },
    {
      language,
      state: { hasExhibition: true },
      museum: museumSchema.parse({ _id: museumId, name: 'Cathedral of St Oriel', exhibitions }),
      profile: museumProfileSchema.parse(profile),
      api: { ...silentApi, ...api },
      conversation: {
        transports: { text: guide.transport },
        checkVoice: () => Promise.resolve({ support: 'supported', microphone: 'prompt', hearing: 'none', dictation }),
      },
    },
  );
  const { session, conversation } = props;
  const user = userEvent.setup();
  const view = render(<Screen {...props} links={links} />);
  // The welcome and the readiness for dictation have to load.
  await act(async () => {});
  const pass = (milliseconds = 60_000) =>
    act(() => {
      for (let passed = 0; passed < milliseconds; passed += 1_000) clock.pass(1_000);
    });
  const answer = (markdown: string) => {
    guide.says(markdown);
    guide.finishes();
    pass();
  };
  return {
    guide,
    answer,
    session,
    conversation,
    i18n,
    wentTo: went,
    user,
    view,
    isBusy,
    pass,
    open: () => render(<Screen {...props} links={links} />),
  };
}
