import { callJson } from '../../../api/request.ts';
import { type VoiceFacts, voiceFactsSchema } from '../../../api/voice-schemas.ts';
import type { Clock } from '../../../remote/clock.ts';
import type { Hearing, VoiceReadiness } from '../voice-state.ts';
import type { VoicePage } from './page/voice-page.ts';

/** What can be known before the microphone is asked for. Fetches no voice code, prompts for nothing, never rejects. */
export async function checkVoice(page: VoicePage, clock: Clock): Promise<VoiceReadiness> {
  const [facts, microphone] = await Promise.all([loadVoiceFacts(page, clock).catch(() => undefined), readMicrophonePermission(page)]);
  return { support: pickSupport(page), microphone, hearing: pickHearing(facts, page) };
}

/** GET /api/voice. Throws ApiError. */
export async function loadVoiceFacts(page: VoicePage, clock: Clock, signal?: AbortSignal): Promise<VoiceFacts> {
  return await callJson({ path: '/api/voice', signal }, voiceFactsSchema, { fetch: page.fetch, clock });
}

/** An insecure page has no mediaDevices either: HTTPS is what the visitor can do something about. */
export function pickSupport({ window, navigator }: Pick<VoicePage, 'window' | 'navigator'>): VoiceReadiness['support'] {
  if (!window.isSecureContext) return 'insecure';
  return navigator.mediaDevices?.getUserMedia && window.AudioContext ? 'supported' : 'unsupported';
}

export function pickHearing(facts: VoiceFacts | undefined, { window }: Pick<VoicePage, 'window'>): Hearing {
  if (facts?.hearing === 'site') return 'site';
  return facts && (window.SpeechRecognition ?? window.webkitSpeechRecognition) ? 'browser' : 'none';
}

/** `prompt` also where the browser does not know the question, as Firefox before 131. */
export async function readMicrophonePermission({ navigator }: Pick<VoicePage, 'navigator'>): Promise<PermissionState> {
  try {
    return (await navigator.permissions?.query({ name: 'microphone' }))?.state ?? 'prompt';
  } catch {
    return 'prompt';
  }
}
