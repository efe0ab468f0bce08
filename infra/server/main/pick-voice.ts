import type { VoiceOptions } from '../gateway/gateway-options.ts';
import type { SiteSettings } from './settings.ts';

/** The hosted platform hears by itself; ours does where a transcription service is named. */
export function pickVoice({ VAPI_URL, STT_URL, VOICE_SLOTS: slots }: SiteSettings, voiceDir: string): VoiceOptions {
  return { rooms: VAPI_URL ? 'hosted' : 'local', hearing: VAPI_URL || STT_URL ? 'site' : 'browser', slots, voiceDir };
}
