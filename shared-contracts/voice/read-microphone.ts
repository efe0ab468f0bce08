import type { VoicePage } from './voice-page.ts';
import type { VoiceReadiness } from './voice-state.ts';

type MicrophonePage = Pick<VoicePage, 'window' | 'navigator'>;

/** An insecure page has no mediaDevices either, and the visitor can act only on HTTPS. */
export function pickSupport({ window, navigator }: MicrophonePage): VoiceReadiness['support'] {
  if (!window.isSecureContext) return 'insecure';
  return navigator.mediaDevices?.getUserMedia && window.AudioContext ? 'supported' : 'unsupported';
}

/** Also `prompt` in browsers without the query, such as Firefox before 131. */
export async function readMicrophonePermission({ navigator }: Pick<VoicePage, 'navigator'>): Promise<PermissionState> {
  try {
    return (await navigator.permissions?.query({ name: 'microphone' }))?.state ?? 'prompt';
  } catch {
    return 'prompt';
  }
}

/** Never prompts. Before the permission, browsers hide the devices' names but list their kinds. */
export async function readMicrophone(page: Pick<VoicePage, 'navigator'>): Promise<VoiceReadiness['microphone']> {
  const permission = await readMicrophonePermission(page);
  if (permission === 'denied') return permission;
  const devices = await page.navigator.mediaDevices?.enumerateDevices?.().catch(() => undefined);
  return devices?.every(({ kind }) => kind !== 'audioinput') ? 'missing' : permission;
}
