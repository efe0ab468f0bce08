import { z } from 'zod';
import { keys, models } from '../sample-museum.ts';
import { HostedRefusal, type HostedRequest, type HostedRoute, jsonAnswer } from './hosted-route.ts';
import { badRequest, requireOpenAiKey } from './openai-door.ts';

/**
 * Transcription. Source: "Create transcription" of the OpenAI API reference with its JSON and verbose JSON objects. Services of
 * the same shape may send the verbose form unrequested, so clients must read both.
 */
const text = 'Who built the wheel?';

export const answers = {
  plain: { text, usage: { type: 'duration', seconds: 1 } },
  byTokens: {
    text,
    usage: {
      type: 'tokens',
      input_tokens: 14,
      input_token_details: { text_tokens: 0, audio_tokens: 14 },
      output_tokens: 45,
      total_tokens: 59,
    },
  },
  verbose: {
    task: 'transcribe',
    language: 'english',
    duration: 1.04,
    text: ` ${text}`,
    words: [{ word: 'Who', start: 0, end: 0.22 }],
    segments: [
      {
        id: 0,
        seek: 0,
        start: 0,
        end: 1.04,
        text: ` ${text}`,
        tokens: [50_364, 2102],
        temperature: 0,
        avg_logprob: -0.24,
        compression_ratio: 0.9,
        no_speech_prob: 0.01,
      },
    ],
    usage: { type: 'duration', seconds: 2 },
  },
};

const formSchema = z.strictObject({
  file: z.instanceof(File).refine(({ name }) => /\.(?:flac|mp3|mp4|mpeg|mpga|m4a|ogg|wav|webm)$/.test(name), 'Invalid file format.'),
  model: z.literal(models.stt),
  /** whisper-1 ignores this field. */
  stream: z.enum(['true', 'false']).optional(),
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional(),
  prompt: z.string().optional(),
  response_format: z.enum(['json', 'text', 'srt', 'verbose_json', 'vtt']).optional(),
  temperature: z.string().optional(),
});

/** @throws HostedRefusal 400 */
async function parseForm({ headers, body }: HostedRequest): Promise<z.infer<typeof formSchema>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': String(headers['content-type']) } })
    .formData()
    .catch(() => undefined);
  if (form === undefined) throw new HostedRefusal(badRequest('Could not parse multipart form'));
  const parsed = formSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw new HostedRefusal(badRequest(z.prettifyError(parsed.error)));
  return parsed.data;
}

export const transcriptionRoutes: HostedRoute[] = [
  {
    method: 'POST',
    path: /^\/v1\/audio\/transcriptions$/,
    async answer(request) {
      requireOpenAiKey(request, keys.stt);
      const form = await parseForm(request);
      return jsonAnswer(200, form.response_format === 'verbose_json' ? answers.verbose : answers.plain);
    },
  },
];
