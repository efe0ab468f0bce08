import { writeWav } from '@enfilade/shared-contracts/kit/wav';
import { afterEach, expect, it } from '@rstest/core';
import OpenAI, { toFile } from 'openai';
import { says, startScriptedModel, usage } from '../guide/language-model/testing/scripted-model.ts';
import { startScriptedSpeech } from '../speech/testing/scripted-speech.ts';
import { startTranscriptionDouble } from '../voice/testing/transcription-double.ts';

// Checks with OpenAI's client that the test doubles have the shapes of OpenAI's services.

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const started = async <T extends { url: string; close(): Promise<unknown> }>(starting: Promise<T>): Promise<T> => {
  const server = await starting;
  closing.push(() => server.close());
  return server;
};
const key = 'llm-key';
const clientOf = (url: string) => new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });

const wish = { model: 'local', messages: [{ role: 'user' as const, content: 'The wheel was built in 1788.' }] };

const text = 'The wheel was built in 1788 [1]. Größe: 40 Eimer.';

it("OpenAI's client reads the scripted model’s stream with its usage", async () => {
  const model = await started(startScriptedModel(says(text)));
  const stream = await clientOf(model.url).chat.completions.create({ ...wish, stream: true, stream_options: { include_usage: true } });
  const parts: OpenAI.ChatCompletionChunk[] = [];
  for await (const part of stream) parts.push(part);
  expect(parts.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(text);
  expect(parts.at(-2)?.choices[0]?.finish_reason).toBe('stop');
  expect(parts.at(-1)?.usage).toEqual(usage);
  expect(model.requests[0]).toMatchObject({ path: '/v1/chat/completions', authorization: `Bearer ${key}`, body: { stream: true } });
});

it("OpenAI's client reads the scripted voice’s sound and the scripted service’s transcript", async () => {
  const speech = await started(startScriptedSpeech());
  const samples = Int16Array.from({ length: 480 }, (_, at) => at);
  speech.answers((response) => void response.writeHead(200, { 'content-type': 'audio/pcm' }).end(Buffer.from(samples.buffer)));
  const asked = { model: 'kokoro', voice: 'af_heart', input: 'Hello', response_format: 'pcm' } as const;
  const spoken = await clientOf(speech.url).audio.speech.create(asked);
  expect(new Int16Array(await spoken.arrayBuffer())).toEqual(samples);
  expect(speech.heard[0]).toMatchObject({ path: '/v1/audio/speech', body: { input: 'Hello', response_format: 'pcm' } });
  const ear = await started(startTranscriptionDouble());
  ear.answerWith({ text: 'Who built the wheel?' });
  const file = await toFile(Buffer.from(writeWav(samples, 16_000)), 'audio.wav', { type: 'audio/wav' });
  const heard = await clientOf(ear.url.replace(/\/v1$/, '')).audio.transcriptions.create({ file, model: 'whisper-1', language: 'en' });
  expect(heard.text).toBe('Who built the wheel?');
  expect(ear.requests[0]).toMatchObject({ model: 'whisper-1', language: 'en', fileName: 'audio.wav' });
});
