import type { Tour } from '@enfilade/shared-contracts/api/schemas';
import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { SpeechRecognitionSource, VoiceState } from '@enfilade/shared-contracts/voice/voice-state';
import type { TextKey } from '../texts/texts.ts';

export interface TalkOptions {
  state: Pick<ConversationState, 'phase' | 'voice'>;
  talkingMode: VisitConfig['talkingMode'];
  isAudioMuted: boolean;
  isOnline: boolean;
  tour: Pick<Tour, 'phase' | 'asks'> | undefined;
}

export type AvatarState = 'idle' | 'listening' | 'thinking' | 'speaking' | 'muted' | 'reconnecting';

interface TalkStatus {
  text: TextKey;
  avatar: AvatarState;
}

const status = (text: TextKey, avatar: AvatarState): TalkStatus => ({ text, avatar });

/** A muted guide appears muted while speaking and waiting. A repeated answer appears as speaking. */
export function pickStatus(options: TalkOptions, isReading = false): TalkStatus {
  if (isReading) return status('talk.word.speaking', 'speaking');
  const { phase, voice } = options.state;
  if (phase === 'speaking') return options.isAudioMuted ? status('talk.word.muted', 'muted') : status('talk.word.speaking', 'speaking');
  if (phase === 'ready' || voice?.isPlaybackBlocked) return pickWaiting(options);
  if (phase === 'reconnecting') return status(options.isOnline ? 'talk.word.reconnecting' : 'talk.word.offline', 'reconnecting');
  if (phase === 'connecting') return status(voice?.ahead === undefined ? 'talk.word.connecting' : 'talk.word.queued', 'thinking');
  return others[phase];
}

const others = {
  off: status('talk.word.paused', 'muted'),
  listening: status('talk.word.listening', 'listening'),
  thinking: status('thinking', 'thinking'),
  failed: status('talk.word.failed', 'idle'),
} as const;

function pickWaiting({ state: { voice }, isAudioMuted, tour }: TalkOptions): TalkStatus {
  if (voice?.microphone === 'taken') return status('connect.busy.title', 'muted');
  if (voice?.wasUnheard) return status('talk.word.unheard', 'idle');
  if (isAudioMuted) return status(tour?.phase === 'over' ? 'talk.word.tourOver' : 'talk.word.muted', 'muted');
  if (voice?.isMicrophoneOpen) return status('talk.word.listening', 'listening');
  if (tour?.phase === 'over') return status('talk.word.tourOver', 'idle');
  return status(tour?.asks ? 'talk.word.asks' : 'talk.word.ready', 'idle');
}

export type MainKey = 'hold' | 'microphone' | 'resume' | 'none';

export function pickMainKey({ state: { phase }, talkingMode }: TalkOptions, recogniser: SpeechRecognitionSource): MainKey {
  if (phase === 'off') return 'resume';
  if (recogniser === 'none') return 'none';
  return talkingMode === 'continuous' ? 'microphone' : 'hold';
}

const isTaken = ({ state: { voice } }: TalkOptions) => voice?.microphone === 'taken';

/** A held key keeps its look during a short reconnect. */
export const isUnreachable = (options: TalkOptions, key: MainKey): boolean =>
  isTaken(options) || (options.state.phase === 'reconnecting' && (key === 'microphone' || !options.isOnline));

export function pickHint(options: TalkOptions, key: Exclude<MainKey, 'none'>): TextKey {
  if (key === 'resume') return 'talk.how.resume';
  if (isTaken(options)) return 'talk.how.taken';
  if (isUnreachable(options, key)) return 'talk.how.disconnected';
  if (key === 'microphone') return options.state.voice?.isUserMuted ? 'talk.how.microphoneOff' : 'talk.how.microphoneOn';
  return options.state.phase === 'speaking' && !options.isAudioMuted ? 'talk.how.interrupt' : 'talk.how.hold';
}

interface ReasonOptions extends Pick<VoiceState, 'microphone'> {
  isListener: boolean;
}

export function pickReason({ isListener, microphone }: ReasonOptions): TextKey {
  if (microphone !== 'available') return `talk.how.${microphone}`;
  return isListener ? 'talk.how.noMicrophone' : 'talk.how.deaf';
}

type Box = 'playback' | 'problem' | 'questions' | 'captions' | 'empty';

interface BoxOptions {
  state: Pick<ConversationState, 'phase' | 'voice'>;
  hasProblem: boolean;
  hasQuestions: boolean;
  hasCaptions: boolean;
  isCaptioned: boolean;
  isReading: boolean;
}

export function pickBox(options: BoxOptions): Box {
  const { phase, voice } = options.state;
  if (voice?.isPlaybackBlocked) return 'playback';
  if (options.hasProblem) return 'problem';
  if (options.isReading && options.hasCaptions) return 'captions';
  const isIdle = phase === 'ready' || phase === 'off';
  if (isIdle && options.hasQuestions) return 'questions';
  return options.isCaptioned && options.hasCaptions ? 'captions' : 'empty';
}
