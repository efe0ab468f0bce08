import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { z } from 'zod';
import type { MuseumContent } from '../content/content.ts';
import { pickSpeakingVoice } from './speaking-voices.ts';
import type { SpeakingVoice } from './speech.ts';
import { parsePart, SpeechRefusal } from './speech-refusal.ts';

const shareSchema = z.number().min(0).max(1).optional();

const bodySchema = z.object({
  text: z.string().trim().min(1).max(5000),
  model_id: z.string().min(1).max(128).optional(),
  language_code: z.enum(languages).optional(),
  // A neural voice's moods; this synthesiser's voices have none, so they are checked and no more.
  voice_settings: z
    .object({ stability: shareSchema, similarity_boost: shareSchema, style: shareSchema, use_speaker_boost: z.boolean().optional() })
    .nullish(),
});

const querySchema = z.object({ output_format: z.enum(['mp3_22050_32', 'pcm_22050']).default('mp3_22050_32') });

/** The sounds this service makes: both 22,050 Hz and mono, MP3 at 32 kbit/s or bare 16-bit little endian samples. */
export type SoundFormat = z.infer<typeof querySchema>['output_format'];

export interface SpeechWish {
  text: string;
  voice: SpeakingVoice;
  format: SoundFormat;
}

/**
 * What a request for speech asks for.
 * @throws SpeechRefusal 422 for a wrong body or query, 404 for a voice no museum's profile names
 */
export function parseSpeechRequest(
  { params, query, body }: { params: { voiceId: string }; query: unknown; body: unknown },
  museums: readonly MuseumContent[],
): SpeechWish {
  const { output_format: format } = parsePart(querySchema, 'query', query);
  const { text, language_code } = parsePart(bodySchema, 'body', body);
  return { text, voice: findVoice(params.voiceId, language_code, museums), format };
}

/** Without a language the voice speaks its own; the hosted service would listen to the text. */
function findVoice(voiceId: string, asked: Language | undefined, museums: readonly MuseumContent[]): SpeakingVoice {
  for (const museum of museums) {
    const own = Object.entries(museum.profile.providerVoices).find(([, provider]) => provider === voiceId)?.[0];
    if (own === undefined) continue;
    const language = asked ?? languages.find((code) => own.startsWith(`${code}-`)) ?? 'en';
    return pickSpeakingVoice(voiceId, language, museum);
  }
  throw new SpeechRefusal(404, { status: 'voice_not_found', message: `A voice with the voice_id ${voiceId} was not found.` });
}
