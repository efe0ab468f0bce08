import { requestJson } from '../api/request.ts';
import { type VoiceFacts, voiceFactsSchema } from '../api/voice-schemas.ts';
import type { Clock } from '../kit/clock.ts';
import { pickSupport, readMicrophone } from './read-microphone.ts';
import type { VoicePage } from './voice-page.ts';
import type { SpeechRecognitionSource, VoiceReadiness } from './voice-state.ts';

/** Never prompts, never loads voice code, never rejects. */
export async function checkVoice(page: VoicePage, clock: Clock): Promise<VoiceReadiness> {
  const [facts, microphone] = await Promise.all([loadVoiceFacts(page, clock).catch(() => undefined), readMicrophone(page)]);
  return {
    support: pickSupport(page),
    microphone,
    hearing: pickSpeechRecognition(facts?.hearing, page),
    dictation: pickSpeechRecognition(facts?.dictation, page),
  };
}

/** For the next call only. */
export const lastVoiceFacts: WeakMap<VoicePage, { facts: VoiceFacts; at: number }> = new WeakMap();

/** GET /api/voice. @throws ApiError */
export async function loadVoiceFacts(page: VoicePage, clock: Clock, signal?: AbortSignal): Promise<VoiceFacts> {
  const facts = await requestJson({ path: '/api/voice', signal }, voiceFactsSchema, { fetch: page.fetch, clock });
  lastVoiceFacts.set(page, { facts, at: clock.now() });
  return facts;
}

/** `site` needs no browser feature. */
export function pickSpeechRecognition(
  source: VoiceFacts['hearing'] | undefined,
  { window }: Pick<VoicePage, 'window'>,
): SpeechRecognitionSource {
  if (source === 'site') return 'site';
  return source && (window.SpeechRecognition ?? window.webkitSpeechRecognition) ? 'browser' : 'none';
}
