import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { SpeechRecognitionSource } from '@enfilade/shared-contracts/voice/voice-state';

export interface TalkFacts {
  state: Pick<ConversationState, 'phase' | 'voice'>;
  talkingMode: VisitConfig['talkingMode'];
  /** The visitor's wish about the guide's voice. */
  isAudioMuted: boolean;
  /** The browser has a network. */
  isOnline: boolean;
}

/** What the guide's sign shows. */
export type Sign = 'idle' | 'listening' | 'thinking' | 'speaking' | 'muted' | 'reconnecting';

/** Where the conversation stands: its sign, and the key of its word. */
interface Standing {
  word: string;
  sign: Sign;
}

const standing = (word: string, sign: Sign): Standing => ({ word, sign });

/** The state in one word. A muted guide is said to be muted while she would speak, and while she waits. */
export function pickStanding(facts: TalkFacts): Standing {
  const { phase, voice } = facts.state;
  if (phase === 'speaking') return facts.isAudioMuted ? standing('talk.word.muted', 'muted') : standing('talk.word.speaking', 'speaking');
  if (phase === 'ready' || voice?.isPlaybackBlocked) return pickWaiting(facts);
  if (phase === 'reconnecting') return standing(facts.isOnline ? 'talk.word.reconnecting' : 'talk.word.offline', 'reconnecting');
  if (phase === 'connecting') return standing(voice?.ahead === undefined ? 'talk.word.connecting' : 'talk.word.queued', 'thinking');
  return others[phase];
}

const others = {
  off: standing('talk.word.paused', 'muted'),
  listening: standing('talk.word.listening', 'listening'),
  thinking: standing('thinking', 'thinking'),
  failed: standing('talk.word.failed', 'idle'),
} as const;

function pickWaiting({ state: { voice }, isAudioMuted }: TalkFacts): Standing {
  if (voice?.wasUnheard) return standing('talk.word.unheard', 'idle');
  if (isAudioMuted) return standing('talk.word.muted', 'muted');
  return voice?.isMicrophoneOpen ? standing('talk.word.listening', 'listening') : standing('talk.word.ready', 'idle');
}

/** What the large button does. */
export type MainKey = 'hold' | 'microphone' | 'resume' | 'none';

export function pickMainKey({ state: { phase }, talkingMode }: TalkFacts, hearing: SpeechRecognitionSource): MainKey {
  if (phase === 'off') return 'resume';
  if (hearing === 'none') return 'none';
  return talkingMode === 'continuous' ? 'microphone' : 'hold';
}

/** The words above the large button, as a key of texts. */
export function pickHow(facts: TalkFacts, key: MainKey): string {
  if (key === 'resume') return 'talk.how.resume';
  if (key === 'none') return 'talk.how.deaf';
  if (key === 'microphone') return facts.state.voice?.isUserMuted ? 'talk.how.microphoneOff' : 'talk.how.microphoneOn';
  return facts.state.phase === 'speaking' && !facts.isAudioMuted ? 'talk.how.interrupt' : 'talk.how.hold';
}

/** What stands in the one box beneath the word. */
type Box = 'playback' | 'trouble' | 'questions' | 'captions' | 'empty';

interface BoxFacts {
  state: Pick<ConversationState, 'phase' | 'voice'>;
  hasTrouble: boolean;
  hasQuestions: boolean;
  hasCaptions: boolean;
  /** Captions are wanted. */
  isCaptioned: boolean;
  /** The visitor went back to the answer from the questions. */
  isReading: boolean;
}

export function pickBox(facts: BoxFacts): Box {
  const { phase, voice } = facts.state;
  if (voice?.isPlaybackBlocked) return 'playback';
  if (facts.hasTrouble) return 'trouble';
  if (facts.isReading && facts.hasCaptions) return 'captions';
  const isIdle = phase === 'ready' || phase === 'off';
  if (isIdle && facts.hasQuestions) return 'questions';
  return facts.isCaptioned && facts.hasCaptions ? 'captions' : 'empty';
}
