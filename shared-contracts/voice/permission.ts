import type { VoicePage } from './voice-page.ts';
import type { VoiceReadiness } from './voice-state.ts';

type MicrophonePage = Pick<VoicePage, 'window' | 'navigator'>;

/** An insecure page has no mediaDevices either: HTTPS is what the visitor can do something about. */
export function pickSupport({ window, navigator }: MicrophonePage): VoiceReadiness['support'] {
  if (!window.isSecureContext) return 'insecure';
  return navigator.mediaDevices?.getUserMedia && window.AudioContext ? 'supported' : 'unsupported';
}

/** `prompt` also where the browser does not know the question, as Firefox before 131. */
export async function readMicrophonePermission({ navigator }: Pick<VoicePage, 'navigator'>): Promise<PermissionState> {
  try {
    return (await navigator.permissions?.query({ name: 'microphone' }))?.state ?? 'prompt';
  } catch {
    return 'prompt';
  }
}
