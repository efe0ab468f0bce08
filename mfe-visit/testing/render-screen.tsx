import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { createConversation } from '@enfilade/shared-contracts/conversation/runtime/create-conversation';
import { createEventBus } from '@enfilade/shared-contracts/events/create-event-bus';
import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { type MuseumProfile, museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import type { Destination, ScreenLink } from '@enfilade/shared-contracts/remote/screen-props';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { VoiceReadiness } from '@enfilade/shared-contracts/voice/voice-state';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Screen, { loadTexts } from '../screen.tsx';
import { createQuestionMaker, createScriptedGuide } from './scripted-guide.ts';

const museumId = '6610a1b2c3d4e5f601000001';
const exhibitionId = '6610a1b2c3d4e5f602000001';

interface ScreenOptions {
  language?: Language;
  profile?: Partial<MuseumProfile>;
  /** A connection in writing that does not come about by itself. */
  isOffline?: boolean;
  /** What the visitor chose before; in writing unless said otherwise. */
  config?: Partial<VisitConfig>;
  answers?: TailoringAnswers;
  readiness?: Partial<VoiceReadiness>;
  /** To other screens of the museum. */
  links?: readonly ScreenLink[];
}

/** A clock whose time passes when the test says so, while the screen looks on. */
function createScreenClock() {
  const clock = createHandClock();
  const pass = (milliseconds: number) => act(() => clock.pass(milliseconds));
  return { ...clock, pass, runOut: () => pass(4000) };
}

function createVisitor({ language = 'en', config, answers = {} }: ScreenOptions) {
  const session = createSession({ document, window });
  session.setLanguage(language, true);
  session.configure({ inputMode: 'text', ...config });
  session.keepAnswers(answers);
  return session;
}

/** The screen on the real conversation, session, translator and bus; only the guide is scripted. */
export async function renderScreen(options: ScreenOptions = {}) {
  const { language = 'en', profile = {}, isOffline = false, readiness, links = [] } = options;
  window.localStorage.clear();
  window.sessionStorage.clear();
  const guide = createScriptedGuide({ kind: 'text', connectsAtOnce: !isOffline });
  const caller = createScriptedGuide({ kind: 'voice', connectsAtOnce: false });
  const clock = createScreenClock();
  const pickUp = caller.picksUp;
  /** The call comes about, and its guide waits for the visitor's first word. */
  const picksUp: typeof pickUp = (hearing) => {
    pickUp(hearing);
    clock.pass(1_500);
  };
  const session = createVisitor(options);
  const bus = createEventBus({
    checksPayloads: true,
    reportError(error) {
      throw error;
    },
  });
  let ids = 0;
  const conversation = createConversation({
    transports: { text: guide.transport, voice: caller.transport },
    context: () => ({ museumId, exhibitionId, language: session.store.getState().language }),
    preferences: () => session.store.getState().visitConfig,
    checkVoice: async () => ({ support: 'supported', microphone: 'granted', hearing: 'site', dictation: 'site', ...readiness }),
    bus,
    clock,
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
  });
  // As the host does.
  session.store.subscribe(({ visitConfig }) => {
    conversation.setTalkingMode(visitConfig.talkingMode);
    conversation.setGuideMuted(visitConfig.isAudioMuted);
  });
  const i18n = createI18n({ language });
  for (const each of ['en', 'de', 'fr'] as const) i18n.addResourceBundle(each, __REMOTE_NAME__, (await loadTexts(each)).default);
  const maker = createQuestionMaker();
  const wentTo: Destination[] = [];
  const props = {
    museum: museumSchema.parse({ _id: museumId, name: 'Palazzo Belmonte', exhibitions: [] }),
    profile: museumProfileSchema.parse(profile),
    exhibition: { _id: exhibitionId, name: 'Staircase', pronunciations: [] },
    session,
    conversation,
    bus,
    i18n,
    api: { generateQuestions: maker.generateQuestions } as GuideApi,
    clock,
    links,
    go: (to: Destination) => void wentTo.push(to),
  };
  const user = userEvent.setup();
  const open = () => render(<Screen {...props} />);
  const view = await act(async () => open());
  return { guide, caller: { ...caller, picksUp, connects: pickUp }, maker, clock, session, conversation, i18n, wentTo, user, view, open };
}
