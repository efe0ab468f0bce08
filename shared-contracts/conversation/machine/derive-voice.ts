import type { VoiceState } from '../../voice/voice-state.ts';
import type { CallState, MachineState } from './machine-state.ts';

type Standing = Pick<MachineState, 'phase' | 'isConnected' | 'call'>;

/** Exactly while the visitor is being listened to: holding the button, or in continuous talk unless muted. */
export function isMicrophoneOpen({ phase, isConnected, call }: Standing): boolean {
  if (!call || !isConnected || call.hearing === 'none') return false;
  return call.talkingMode === 'push-to-talk' ? phase === 'listening' : !call.isMicrophoneMuted;
}

/** The visitor's wish, a holding above it, or the gap after a hang. */
export function isGuideMuted({ phase, call }: Pick<Standing, 'phase' | 'call'>): boolean {
  if (!call) return false;
  return call.isAudioMuted || call.isHanging || (call.talkingMode === 'push-to-talk' && phase === 'listening');
}

/** The machine's microphone switch. */
function isUserMuted(phase: MachineState['phase'], { talkingMode, isMicrophoneMuted }: CallState): boolean {
  return talkingMode === 'push-to-talk' ? phase !== 'listening' : isMicrophoneMuted;
}

/** What a screen sees of a call; undefined without one. */
export function deriveVoice(now: Standing, video: VoiceState['video']): VoiceState | undefined {
  const { call, phase } = now;
  if (!call) return undefined;
  const { step, isSlow, ahead, hearing, talkingMode, isPlaybackBlocked, wasUnheard } = call;
  return {
    ...{ step, isSlow, ahead, hearing, talkingMode, isPlaybackBlocked, wasUnheard, video },
    isUserMuted: isUserMuted(phase, call),
    isMicrophoneOpen: isMicrophoneOpen(now),
    isGuideMuted: isGuideMuted(now),
  };
}
