import type { VoiceState } from '../../voice/voice-state.ts';
import { deriveVoice } from '../machine/derive-voice.ts';
import type { MachineState } from '../machine/machine-state.ts';

/** The call as a screen sees it; the very same object while nothing in it changed, so that nobody draws for nothing. */
export function keepVoice(before: VoiceState | undefined, now: MachineState, video: VoiceState['video']): VoiceState | undefined {
  const voice = deriveVoice(now, video);
  if (!before || !voice) return voice;
  const isSame = (Object.keys(voice) as (keyof VoiceState)[]).every((key) => voice[key] === before[key]);
  return isSame ? before : voice;
}
