import type { Source } from '@enfilade/shared-contracts/api/schemas';
import type { Conversation, ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import type { ScreenLink } from '@enfilade/shared-contracts/remote/screen-props';
import type { States } from '@enfilade/shared-contracts/remote/states-page';
import { literalSlot } from '@enfilade/shared-contracts/remote/testing/literal-slot';
import { LiteralTopBar } from '@enfilade/shared-contracts/remote/testing/literal-top-bar';
import { fakeDictation, fakeReader, fakeSayAgain, spokenLevels } from '@enfilade/shared-contracts/ui/speech/testing/fake-speech';
import { FakeScreen, fakeScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import { defaultSettings } from '@enfilade/shared-contracts/visit/settings';
import { createSettingsSource } from '@enfilade/shared-contracts/visit/testing/settings-source';
import { defaultVisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { VoiceState } from '@enfilade/shared-contracts/voice/voice-state';
import { InputTabs } from '../frame/input-tabs.tsx';
import { ModeBar } from '../frame/mode-bar.tsx';
import type { Visit } from '../modes/use-visit.ts';
import styles from '../screen.module.css';
import { Announcer, isEndNear, VisitPanel } from '../screen.tsx';
import type { TextKey, Translate } from '../texts/texts.ts';
import { AudioDescription, describedRooms, inGerman } from './access-states.tsx';
import { connectStates } from './connect-states.ts';
import { findingStates } from './finding-states.tsx';
import { onTour, tourStates } from './tour-states.ts';

const nothing = () => undefined;
const stillClock = { now: () => 0, after: () => nothing };
const fixed = <State,>(state: State) => ({ getState: () => state, subscribe: () => nothing });

export const voice: VoiceState = {
  step: 'llm-speaking',
  isSlow: false,
  ahead: undefined,
  hearing: 'site',
  microphone: 'available',
  talkingMode: 'push-to-talk',
  isUserMuted: true,
  isMicrophoneOpen: false,
  isGuideMuted: false,
  isPlaybackBlocked: false,
  wasUnheard: false,
  video: undefined,
};
const ready: ConversationState = {
  phase: 'ready',
  turn: 1,
  turns: [],
  transport: 'voice',
  room: undefined,
  tour: undefined,
  failure: undefined,
  spoken: undefined,
  voice,
};

const conversationIn = (state: ConversationState): Conversation => ({
  store: fixed(state),
  levels: fixed({ guide: 0, visitor: 0 }),
  checkVoice: async () => ({ support: 'supported', microphone: 'granted', hearing: 'site', dictation: 'site' }),
  start: nothing,
  send: () => false,
  retry: () => false,
  interrupt: nothing,
  stop: nothing,
  reset: nothing,
  hold: () => false,
  release: nothing,
  setMicrophoneMuted: nothing,
  setTalkingMode: nothing,
  setGuideMuted: nothing,
  resumePlayback: nothing,
});

const source: Source = { title: 'Restoration', document: 'salon', paragraphs: [2] };
const entry = { number: 1, turn: 1, sources: [], state: 'complete' } as const;
const question = { ...entry, key: 'q', speaker: 'visitor', text: 'Why is the ceiling so dark?' } as const;
const answer = {
  ...entry,
  key: 'a',
  number: 2,
  speaker: 'guide',
  text: 'Two hundred winters of candle smoke lie on it. A strip was cleaned in 1998, to show how bright it was.',
  sources: [source],
} as const;
const talk: Visit['talk'] = {
  entries: [],
  progress: 'idle',
  isAnswerDue: false,
  announcement: { kind: 'none' },
  problem: undefined,
  draft: '',
  setDraft: nothing,
  remaining: undefined,
  canSend: false,
  sendDraft: nothing,
  ask: () => false,
  tell: () => false,
  isBlocked: false,
  retry: nothing,
};
const speech: Visit['speech'] = {
  reader: fakeReader({ state: 'stopped' }),
  canListen: true,
  dictation: fakeDictation({}),
  wasDictated: false,
  isBusy: false,
  isRecording: false,
  sayAgain: fakeSayAgain('silent'),
};
const noCaptions: Visit['captions'] = { entries: [], original: undefined };
const visit: Visit = {
  language: 'en',
  config: defaultVisitConfig,
  talk,
  captions: noCaptions,
  onStopPlaying: nothing,
  askOrDraft: nothing,
  tour: undefined,
  isTourComing: false,
  speech,
  voice: {
    isListener: false,
    recogniser: 'site',
    microphone: 'available',
    isLocal: false,
    connectState: undefined,
    start: nothing,
    ask: nothing,
    listen: nothing,
    restart: nothing,
    keepWaiting: nothing,
    takeOver: nothing,
  },
  introduction: {
    isShown: false,
    url: '/introduction.mp3',
    lines: [
      { seconds: 0, text: 'Good evening, and welcome to the palazzo.' },
      { seconds: 3, text: 'The candles are lit, and the guests have gone.' },
    ],
    hasStarted: { current: false },
    leave: nothing,
  },
  museumName: 'Palazzo Belmonte',
  location: { title: 'Painting Salon', room: { number: 2, count: 3 } },
  openSlot: undefined,
  answerFacts: {
    museum: museumSchema.parse({ _id: '6610a1b2c3d4e5f601000001', name: 'Palazzo Belmonte' }),
    exhibition: undefined,
    title: 'Painting Salon',
    room: { number: 2, count: 3 },
    isSpeaking: false,
  },
  minutesLeft: 12,
  sceneUrl: '/scene.svg',
  sound: { music: { isOn: false, hasFailed: false, onChange: nothing }, isPopupOpen: false, onPopupClosed: nothing },
  feedbackUrl: undefined,
  configure: nothing,
  settings: defaultSettings,
  followUps: {
    isFirst: true,
    questions: ['Who built it?', 'What is behind this door?', 'What would surprise me?'],
    generated: undefined,
    ask: nothing,
  },
  uiState: { shown: 'both', asked: [], draft: '', isVoiceAgreed: true, isSoundKnown: true },
  filterSpeakers: nothing,
  showCaptions: nothing,
};

type Change = Partial<Visit> & { links?: readonly ScreenLink[]; profile?: Partial<MuseumProfile> };

function screen(t: Translate, { links = [], profile = {}, ...change }: Change, state: Partial<ConversationState> = {}) {
  const talked = change.talk?.entries ?? [];
  const shown: Visit = { ...visit, captions: { ...noCaptions, entries: talked }, ...change };
  const { inputMode, visitMode } = shown.config;
  const surroundings = {
    ...{ conversation: conversationIn({ ...ready, ...state }), session: createSettingsSource() as never, clock: stillClock },
    profile: { ...fakeScreen(t).profile, ...profile },
  };
  const about = { kind: 'modes', feedbackUrl: undefined, mode: visitMode, onChoose: nothing, onEnd: nothing } as const;
  return (
    <FakeScreen {...surroundings} t={t}>
      <section className={styles['screen']}>
        <LiteralTopBar museum={{ name: shown.museumName, logoSvgURL: '/logo.svg' }}>
          <InputTabs shown={inputMode} onChoose={nothing} />
        </LiteralTopBar>
        <VisitPanel visit={shown} />
        <ModeBar {...about} isEndNear={isEndNear(shown)} links={links} />
        <Announcer visit={shown} />
      </section>
    </FakeScreen>
  );
}

const written = { ...defaultVisitConfig, inputMode: 'text' } as const;
const answered: Visit['talk'] = { ...talk, entries: [question, answer], announcement: { kind: 'answer', text: answer.text } };
const failed: Visit['talk'] = {
  ...talk,
  entries: [question],
  problem: { sentence: 'failure.timeout', advice: 'failure.kept', action: 'failure.retry' },
};
const speaking = { phase: 'speaking', spoken: { turn: 1, words: 5 } } as const;

const lacking = (lack: Pick<VoiceState, 'microphone'> & Partial<Visit['voice']>, t: Translate) =>
  screen(t, { voice: { ...visit.voice, ...lack }, talk: answered }, { voice: { ...voice, microphone: lack.microphone } });

export const states: States<TextKey> = (t) => ({
  ...Object.fromEntries(
    Object.entries(connectStates).map(([name, connectState]) => [name, screen(t, { voice: { ...visit.voice, connectState } })]),
  ),
  'permission-local': screen(t, { voice: { ...visit.voice, isLocal: true, connectState: connectStates['permission-browser'] } }),
  introduction: screen(t, { introduction: { ...visit.introduction, isShown: true } }),
  ready: screen(t, {}),
  'other-screens': screen(t, { links: [{ id: 'poster', place: 'visit-tab', screen: 'poster', title: 'Museum poster' }] }),
  listening: screen(t, {}, { phase: 'listening', voice: { ...voice, isMicrophoneOpen: true } }),
  muted: screen(t, { config: { ...defaultVisitConfig, isAudioMuted: true }, talk: answered }, { voice: { ...voice, isGuideMuted: true } }),
  unheard: screen(t, {}, { voice: { ...voice, wasUnheard: true } }),
  popup: screen(t, { sound: { ...visit.sound, isPopupOpen: true } }),
  thinking: screen(t, { talk: { ...talk, entries: [question], progress: 'thinking', isAnswerDue: true } }, { phase: 'thinking' }),
  speaking: screen(t, { talk: answered, speech: { ...speech, sayAgain: fakeSayAgain('saying') } }, speaking),
  greeting: screen(t, { talk: { ...talk, entries: [{ ...answer, number: 1, sources: [] }] } }, speaking),
  'without-recogniser': screen(t, { voice: { ...visit.voice, recogniser: 'none' }, talk: answered }, speaking),
  'captions-in-german': screen(t, { talk: answered, captions: inGerman(question, answer) }, speaking),
  'text-in-german': screen(t, { config: written, talk: answered, captions: inGerman(question, answer) }),
  described: screen(t, { profile: describedRooms }),
  'text-described': screen(t, { config: written, tour: onTour(t), talk: answered, profile: describedRooms }),
  'audio-description': <AudioDescription t={t} />,
  'microphone-taken': lacking({ microphone: 'taken' }, t),
  'microphone-lost': lacking({ microphone: 'lost', recogniser: 'none' }, t),
  reconnecting: screen(t, { talk: answered }, { phase: 'reconnecting' }),
  'hands-free': screen(t, { config: { ...defaultVisitConfig, talkingMode: 'continuous' } }, { voice: { ...voice, isUserMuted: false } }),
  'playback-blocked': screen(t, {}, { voice: { ...voice, isPlaybackBlocked: true } }),
  problem: screen(t, { talk: failed }, { phase: 'failed' }),
  paused: screen(t, { talk: answered }, { phase: 'off' }),
  text: screen(t, { config: written }, { transport: 'text' }),
  'text-thinking': screen(t, {
    config: written,
    talk: { ...talk, entries: [question], progress: 'thinking', announcement: { kind: 'thinking' } },
  }),
  'text-answered': screen(t, { config: written, talk: answered }),
  'text-filled': screen(t, { config: written, talk: answered, openSlot: literalSlot }),
  'text-reading': screen(t, { config: written, talk: answered, speech: { ...speech, reader: fakeReader({ state: 'playing' }) } }),
  'text-reading-failed': screen(t, {
    config: written,
    talk: answered,
    speech: { ...speech, reader: fakeReader({ state: 'error', problem: { sentence: 'speech.network' } }) },
  }),
  'text-recording': screen(t, {
    config: written,
    talk: answered,
    speech: { ...speech, dictation: fakeDictation({ phase: 'recording' }, { levels: spokenLevels, seconds: 6 }) },
  }),
  'text-microphone-denied': screen(t, {
    config: written,
    talk: answered,
    speech: { ...speech, dictation: fakeDictation({ phase: 'refused', problem: 'microphone-denied' }) },
  }),
  'text-problem': screen(t, { config: written, talk: failed }),
  ...tourStates(t, (change) => screen(t, change), answered),
  ...findingStates(t),
  exploration: screen(t, { config: { ...written, visitMode: 'exploration' }, location: { title: 'Grand Staircase' } }),
});
