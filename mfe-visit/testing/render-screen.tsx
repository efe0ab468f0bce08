import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { TourPlanResponse } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { type MuseumProfile, museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import type { ScreenLink } from '@enfilade/shared-contracts/remote/screen-props';
import { createScreenProps } from '@enfilade/shared-contracts/remote/testing/create-screen-props';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { VoiceReadiness } from '@enfilade/shared-contracts/voice/voice-state';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Screen, { loadTexts } from '../screen.tsx';
import { createQuestionMaker, createScriptedGuide } from './scripted-guide.ts';

const museumId = '6610a1b2c3d4e5f601000001';
const exhibitionId = '6610a1b2c3d4e5f602000001';

export const quickQuestions: [string, string, string] = ['Who built it?', 'What is behind this door?', 'What would surprise me?'];
const voice = { voiceId: 'en-1', uiStringID: 'en-1', label: 'Ada', voicePreviewUrl: '/ada.mp3', stability: 0.5 } as const;
export const voices = { en: [voice], de: [], fr: [] };

export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
/** The popup is a status, too, with a button. */
export const callStatus = () => screen.getAllByRole('status').find((each) => !within(each).queryByRole('button'))?.textContent;

interface ScreenOptions {
  language?: Language;
  profile?: Partial<MuseumProfile>;
  /** The text connection stays open until the test connects. */
  isOffline?: boolean;
  /** The default visit is in text. */
  config?: Partial<VisitConfig>;
  answers?: TailoringAnswers;
  readiness?: Partial<VoiceReadiness>;
  translate?: GuideApi['translate'];
  /** If the plan is missing, the request fails. */
  plan?: TourPlanResponse;
  links?: readonly ScreenLink[];
}

/** Uses the product's conversation, session, translator and bus; only the guide is scripted. */
export async function renderScreen(options: ScreenOptions = {}) {
  const { language = 'en', profile = {}, isOffline = false, config, answers = {}, readiness, translate, plan, links = [] } = options;
  window.localStorage.clear();
  window.sessionStorage.clear();
  const guide = createScriptedGuide({ kind: 'text', connectsAtOnce: !isOffline });
  const caller = createScriptedGuide({ kind: 'voice', connectsAtOnce: false });
  const maker = createQuestionMaker();
  const {
    props,
    i18n,
    went,
    clock: handClock,
    isBusy,
  } = await createScreenProps(
    { loadTexts },
    {
      language,
      state: { hasExhibition: true, answers, visitConfig: { inputMode: 'text', ...config } },
      museum: museumSchema.parse({ _id: museumId, name: 'Palazzo Belmonte', exhibitions: [{ _id: exhibitionId, name: 'Staircase' }] }),
      profile: museumProfileSchema.parse(profile),
      api: { generateQuestions: maker.generateQuestions, ...(translate && { translate }), ...(plan && { planTour: async () => plan }) },
      conversation: {
        transports: { text: guide.transport, voice: caller.transport },
        checkVoice: async () => ({ support: 'supported', microphone: 'granted', hearing: 'site', dictation: 'site', ...readiness }),
      },
    },
  );
  const { session, conversation } = props;
  // The test advances the clock within `act`.
  const pass = (milliseconds: number) => act(() => handClock.pass(milliseconds));
  const clock = { ...handClock, pass, runOut: () => pass(4000) };
  const pickUp = caller.picksUp;
  /** The guide waits for the visitor's first word. */
  const picksUp: typeof pickUp = (hearing) => {
    pickUp(hearing);
    pass(1_500);
  };
  session.store.subscribe(({ visitConfig }) => {
    conversation.setTalkingMode(visitConfig.talkingMode);
    conversation.setGuideMuted(visitConfig.isAudioMuted);
  });
  const user = userEvent.setup();
  const ask = async (question: string, answer?: string) => {
    await user.type(field(), `${question}{Enter}`);
    if (answer === undefined) return;
    guide.says(answer);
    guide.finishes();
  };
  const open = () => render(<Screen {...props} links={links} />);
  const view = await act(async () => open());
  return {
    guide,
    caller: { ...caller, picksUp, connects: pickUp },
    maker,
    clock,
    session,
    conversation,
    i18n,
    wentTo: went,
    user,
    ask,
    view,
    isBusy,
    open,
  };
}
