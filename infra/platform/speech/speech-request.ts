import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { id3TagOf, type SoundMark } from '@enfilade/shared-contracts/kit/sound-mark';
import { z } from 'zod';
import type { MuseumContent } from '../content/content.ts';
import { ServiceError } from '../services/http.ts';
import { pickSpeakingVoice } from './speaking-voices.ts';
import { type SpeakingVoice, speechSampleRate } from './speech.ts';

const kilobits = 32;
const fullScale = 32_768;

/** One stream of MP3, mono. LAME is under the LGPL: it comes from its own file at run time, so that the site's operator can exchange it. */
async function openMp3Encoder() {
  const { createMp3Encoder } = await import('wasm-media-encoders');
  const lame = await createMp3Encoder();
  lame.configure({ channels: 1, sampleRate: speechSampleRate, outputSampleRate: speechSampleRate, bitrate: kilobits });
  return {
    /** May be empty: the encoder is a frame or two behind. Copied: the result is in the encoder's memory. */
    encode: (samples: Int16Array) => lame.encode([Float32Array.from(samples, (sample) => sample / fullScale)]).slice(),
    /** The rest; nothing may follow. */
    finish: () => lame.finalize().slice(),
  };
}

/** Samples, and from the first of them on what made them. */
interface GeneratedSound extends AsyncIterable<Int16Array> {
  mark(): SoundMark;
}
type Bytes = AsyncGenerator<Uint8Array, void>;

/** How each format is sent. */
export const soundFormats: Readonly<Record<SoundFormat, { contentType: string; encode(sound: GeneratedSound): Bytes }>> = {
  mp3_22050_32: { contentType: 'audio/mpeg', encode: encodeMp3 },
  pcm_22050: { contentType: 'audio/pcm', encode: encodePcm },
};

async function* encodeMp3(sound: GeneratedSound): Bytes {
  const encoder = await openMp3Encoder();
  let isMarked = false;
  for await (const samples of sound) {
    if (!isMarked) yield id3TagOf(sound.mark());
    isMarked = true;
    const bytes = encoder.encode(samples);
    if (bytes.length > 0) yield bytes;
    // Sound comes faster than it is encoded, and the site's other responses are made in this process.
    await nextTurnOfLoop();
  }
  yield encoder.finish();
}

async function* encodePcm(sound: GeneratedSound): Bytes {
  for await (const { buffer, byteOffset, byteLength } of sound) yield new Uint8Array(buffer, byteOffset, byteLength);
}

/** One wrong field, as FastAPI reports it. */
interface FieldProblem {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** What the speech service refuses with; `detail` is the body's. */
export class SpeechRefusal extends ServiceError {
  readonly detail: unknown;

  constructor(status: number, detail: { status: string; message: string } | readonly FieldProblem[]) {
    super(status, 'message' in detail ? detail.message : 'Unprocessable Entity');
    this.name = 'SpeechRefusal';
    this.detail = detail;
  }
}

/** Every failure in ElevenLabs' shape, the framework's own as well. */
export function speechErrorBody(error: ServiceError): { detail: unknown } {
  if (error instanceof SpeechRefusal) return { detail: error.detail };
  return { detail: { status: error.status < 500 ? 'bad_request' : 'internal_server_error', message: error.message } };
}

/**
 * A part of a request as the schema makes it.
 * @throws SpeechRefusal 422 naming each field that is wrong
 */
function parsePart<T>(schema: z.ZodType<T>, part: 'body' | 'query', value: unknown): T {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => ({
    loc: [part, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))],
    msg: issue.message,
    type: problemType(issue),
  }));
  throw new SpeechRefusal(422, problems);
}

const problemTypes: Readonly<Record<string, string>> = {
  'too_small string': 'string_too_short',
  'too_big string': 'string_too_long',
  'too_small number': 'greater_than_equal',
  'too_big number': 'less_than_equal',
  invalid_value: 'enum',
};

function problemType(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'missing';
  const kind = 'origin' in issue ? `${issue.code} ${issue.origin}` : issue.code;
  return problemTypes[kind] ?? 'value_error';
}

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

export interface SpeechOrder {
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
): SpeechOrder {
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
