import { isGuideMuted, isMicrophoneOpen } from '../machine/derive-voice.ts';
import type { MachineState } from '../machine/machine-state.ts';
import type { ActiveTransport } from './active-transport.ts';

/** Brings microphone and guide's voice of a call to where the machine has them; a call that is left has both at rest. */
export function applyVoice(link: ActiveTransport | undefined, now: MachineState | undefined): void {
  const controls = link?.transport.voice;
  if (!link || !controls) return;
  const isOpen = now !== undefined && isMicrophoneOpen(now);
  const isMuted = now !== undefined && link.isStarted && isGuideMuted(now);
  const wasOpen = link.isMicrophoneOpen;
  const wasMuted = link.isGuideMuted;
  link.isMicrophoneOpen = isOpen;
  link.isGuideMuted = isMuted;
  if (wasOpen && !isOpen) controls.setMicrophoneOpen(false);
  // A call that is left needs no voice any more.
  if (wasMuted !== isMuted && now) controls.setGuideMuted(isMuted);
  if (!wasOpen && isOpen) controls.setMicrophoneOpen(true);
}
