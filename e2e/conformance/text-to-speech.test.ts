import { askSound } from '@enfilade/server/gateway/testing/speech-client';
import type { TestGateway } from '@enfilade/server/gateway/testing/test-gateway';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { type Exchange, post } from './exchange.ts';
import { sound } from './hosted/text-to-speech.ts';
import { keys, models, providerVoice, visit } from './sample-museum.ts';
import type { Services } from './services.ts';
import { holdContract, onBothSides, prepareStage } from './stage.ts';

const path = `/v1/text-to-speech/${providerVoice}`;
const settings = { stability: 0.5, similarity_boost: 0.75, style: 0, use_speaker_boost: true };
const wish = { text: 'Oak.', model_id: models.tts, language_code: 'en', voice_settings: settings };
const ask = (
  { origin }: Services,
  body: unknown,
  { query = '?output_format=mp3_22050_32', headers = { 'xi-api-key': keys.tts } as Record<string, string> } = {},
) => post(`${origin}${path}${query}`, body, headers);

/** An MPEG stream from its first byte on, or behind a tag. */
const mp3Schema = z.string().regex(/^(?:ID3|\u00ff[\u00f2-\u00f3\u00fa-\u00fb])/);
const refusalSchema = z.object({ detail: z.object({ status: z.string(), message: z.string() }) });
const problemSchema = z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string(), type: z.string() });
const problemAt = (...loc: string[]) =>
  z.object({ detail: z.array(problemSchema).min(1) }).refine(({ detail }) => detail[0]?.loc.join() === loc.join(), 'another field');

const contract: Record<string, Exchange> = {
  'speaks as MP3': { ask: (services) => ask(services, wish), status: 200, type: /^audio\/mpeg$/, answer: mp3Schema },
  'speaks without settings, and passes over what it does not know': {
    ask: (services) => ask(services, { text: 'Oak.', model_id: models.tts, mood: 'calm' }),
    status: 200,
    type: /^audio\/mpeg$/,
    answer: mp3Schema,
  },
  'misses a text': { ask: (services) => ask(services, { model_id: models.tts }), status: 422, answer: problemAt('body', 'text') },
  'refuses a text that is none': { ask: (services) => ask(services, { ...wish, text: 5 }), status: 422, answer: problemAt('body', 'text') },
  'refuses a stability beyond one': {
    ask: (services) => ask(services, { ...wish, voice_settings: { ...settings, stability: 2 } }),
    status: 422,
    answer: problemAt('body', 'voice_settings', 'stability'),
  },
  'refuses a format it does not make': {
    ask: (services) => ask(services, wish, { query: '?output_format=wav' }),
    status: 422,
    answer: problemAt('query', 'output_format'),
  },
  'knows no other voice': {
    ask: ({ origin }) => post(`${origin}/v1/text-to-speech/nobody`, wish, { 'xi-api-key': keys.tts }),
    status: 404,
    answer: refusalSchema,
  },
  'refuses a text without its key': {
    ask: (services) => ask(services, wish, { headers: {} }),
    status: 401,
    answer: refusalSchema.refine(({ detail }) => detail.status === 'invalid_api_key'),
  },
};

const stage = prepareStage();
const speak = (gateway: TestGateway) => askSound(gateway, { visit, text: 'Oak.' });

describe('text to speech', () => holdContract(stage, contract));

describe('the gateway in front of it', () => {
  it('the gateway in front of it gets sound from both, byte for byte', async () => {
    const [hosted, standIn] = await onBothSides(stage, speak);
    expect([hosted.status, standIn.status, hosted.headers['content-type']]).toEqual([200, 200, standIn.headers['content-type']]);
    expect(hosted.bytes.subarray(-sound.length).equals(sound)).toBe(true);
    expect(mp3Schema.safeParse(standIn.bytes.toString('latin1')).success).toBe(true);
  });
});
