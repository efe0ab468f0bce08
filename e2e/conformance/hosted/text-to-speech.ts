import { z } from 'zod';
import { keys, models, providerVoice } from '../sample-museum.ts';
import { type HostedAnswer, HostedRefusal, type HostedRoute, jsonAnswer, type Problems, parseHostedBody } from './hosted-route.ts';

/**
 * Text to speech. Source: "Create speech" of the ElevenLabs API reference, and "Error messages" of its documentation: errors are
 * `{detail}`, an object with a status, or for a wrong field FastAPI's list.
 */
const refusal = (status: number, detail: Record<string, string>) =>
  jsonAnswer(status, { detail: { ...detail, request_id: '4d9f0c1e2b7a' } });

const failures = {
  keyWithdrawn: refusal(401, {
    type: 'authentication_error',
    code: 'invalid_api_key',
    status: 'invalid_api_key',
    message: 'Invalid API key',
  }),
  noVoice: refusal(404, { status: 'voice_not_found', message: 'A voice with that id was not found.' }),
};

/** One frame of silence after an empty tag: MPEG-2 layer III, 32 kbit/s, 22,050 Hz, mono. */
const frame = Buffer.alloc(104);
frame.set([0xff, 0xf3, 0x40, 0xc4]);
export const sound = Buffer.concat([Buffer.from('ID3\u0004\0\0\0\0\0\0', 'latin1'), frame, frame]);

const soundAnswer: HostedAnswer = {
  status: 200,
  headers: { 'content-type': 'audio/mpeg', 'character-cost': '21', 'request-id': '4d9f0c1e2b7a', 'current-concurrent-requests': '1' },
  body: sound,
};

const share = z.number().min(0).max(1).nullish();

/** FastAPI ignores unknown fields. */
const bodySchema = z.object({
  text: z.string().min(1),
  model_id: z.literal(models.tts),
  // Only the turbo and flash 2.5 models accept a language.
  language_code: z.string().length(2).nullish(),
  voice_settings: z
    .object({
      stability: share,
      similarity_boost: share,
      style: share,
      use_speaker_boost: z.boolean().nullish(),
      speed: z.number().nullish(),
    })
    .nullish(),
});

const formats = ['mp3_22050_32', 'mp3_24000_48', 'mp3_44100_32', 'mp3_44100_64', 'mp3_44100_96', 'mp3_44100_128', 'pcm_16000', 'pcm_22050'];

const fieldProblems = (problems: readonly { loc: string[]; msg: string; type: string }[]) =>
  jsonAnswer(422, { detail: problems.map((problem) => ({ ...problem, input: null })) });

const refuseFields = (problems: Problems) =>
  fieldProblems(
    problems.map(({ path, message, input }) => ({
      loc: ['body', ...path.map(String)],
      msg: input === undefined ? 'Field required' : message,
      type: input === undefined ? 'missing' : 'value_error',
    })),
  );

export const speechRoutes: HostedRoute[] = [
  {
    method: 'POST',
    path: /^\/v1\/text-to-speech\/[\w-]+$/,
    answer(request) {
      if (request.headers['xi-api-key'] !== keys.tts) throw new HostedRefusal(failures.keyWithdrawn);
      const format = request.query.get('output_format') ?? 'mp3_44100_128';
      if (!formats.includes(format))
        throw new HostedRefusal(fieldProblems([{ loc: ['query', 'output_format'], msg: 'Input should be a format', type: 'enum' }]));
      parseHostedBody(bodySchema, request, refuseFields);
      if (!request.path.endsWith(`/${providerVoice}`)) throw new HostedRefusal(failures.noVoice);
      return soundAnswer;
    },
  },
];
