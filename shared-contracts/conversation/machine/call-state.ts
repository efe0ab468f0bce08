import type { ConnectionStep } from '../../voice/voice-state.ts';
import type { FailureCategory } from '../conversation.ts';
import type { CallState, EventType, MachineEvent, VoicePreferences } from './machine-state.ts';

/** Which step of connecting a failure leads back to; every other one is the connection's own. */
const stepAfter: Partial<Record<FailureCategory, ConnectionStep>> = {
  timeout: 'guide-connection-timeout',
  insecure: 'microphone-permission-unsupported',
  unsupported: 'microphone-permission-unsupported',
  'microphone-denied': 'obtain-microphone-permission',
  'microphone-dismissed': 'obtain-microphone-permission',
  'microphone-missing': 'obtain-microphone-permission',
  'microphone-busy': 'obtain-microphone-permission',
  'microphone-lost': 'obtain-microphone-permission',
};

const connecting = {
  step: 'obtain-microphone-permission',
  isSlow: false,
  ahead: undefined,
  isHanging: false,
  isPlaybackBlocked: false,
  wasUnheard: false,
} as const;

/** A call that is about to connect. */
export function startCall({ talkingMode, isAudioMuted }: VoicePreferences): CallState {
  return { ...connecting, talkingMode, isAudioMuted, hearing: 'site', isMicrophoneMuted: false };
}

/** The same call connected anew, after it was gone. */
export function restartCall(call: CallState): CallState {
  return { ...call, ...connecting };
}

type Change<Type extends EventType> = (call: CallState, event: MachineEvent<Type>) => Partial<CallState>;

const arrived = { isSlow: false, ahead: undefined } as const;
const forgetUnheard = () => ({ wasUnheard: false });

/** What an event changes in a call beside the phase. */
const changes: { readonly [Type in EventType]?: Change<Type> } = {
  'microphone-granted': (_, { hearing }) => ({ hearing, step: 'connect-to-guide' }),
  slow: () => ({ isSlow: true }),
  queued: (_, { ahead }) => ({ ahead }),
  connected: () => ({ ...arrived, step: 'guide-connection-success' }),
  failed: (_, { failure: { category } }) => ({
    ...arrived,
    isHanging: false,
    isPlaybackBlocked: false,
    step: stepAfter[category] ?? 'guide-connection-error',
  }),
  'connection-lost': () => ({ isHanging: false }),
  'connection-restored': () => arrived,
  'answer-started': () => ({ step: 'llm-speaking', wasUnheard: false }),
  unheard: () => ({ wasUnheard: true }),
  understood: forgetUnheard,
  'message-sent': forgetUnheard,
  held: forgetUnheard,
  'visitor-speech-started': forgetUnheard,
  // A visitor who chooses open talk wants to be heard.
  'talking-mode-chosen': (call, { talkingMode }) => (talkingMode === call.talkingMode ? {} : { talkingMode, isMicrophoneMuted: false }),
  'microphone-switched': ({ talkingMode }, { isMuted }) => (talkingMode === 'continuous' ? { isMicrophoneMuted: isMuted } : {}),
  'guide-switched': (_, { isMuted }) => ({ isAudioMuted: isMuted }),
  hang: () => ({ isHanging: true }),
  'hang-passed': () => ({ isHanging: false }),
  'playback-blocked': () => ({ isPlaybackBlocked: true }),
  'playback-resumed': () => ({ isPlaybackBlocked: false }),
};

/** The call after `event`; the very same one when nothing in it changed. */
export function changeCall<Type extends EventType>(call: CallState, event: MachineEvent<Type>): CallState {
  const change = (changes[event.type] as Change<Type> | undefined)?.(call, event) ?? {};
  const isChanged = (Object.keys(change) as (keyof CallState)[]).some((key) => change[key] !== call[key]);
  return isChanged ? { ...call, ...change } : call;
}
