import path from 'node:path';
import { loadContent } from '@enfilade/platform/content/load-content';
import { says, startScriptedModel } from '@enfilade/platform/guide/language-model/testing/scripted-model';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { hasSoundMark } from '@enfilade/shared-contracts/kit/sound-mark';
import { afterEach, describe, expect, it } from '@rstest/core';
import fastify from 'fastify';
import type { Upstreams } from '../gateway/upstream/upstreams.ts';
import { createLog } from '../http/create-log.ts';
import { type LocalPlatform, needsPlatform, startLocalPlatform } from './local-platform.ts';
import { parseSettings } from './settings.ts';

const hosted = {
  middleware: { MIDDLEWARE_URL: 'https://museums.example.org', MIDDLEWARE_EMAIL: 'a@b.c', MIDDLEWARE_PASSWORD: 'pw' },
  knowledge: { KB_URL: 'https://kb.example.org' },
  vapi: { VAPI_URL: 'https://vapi.example.org', VAPI_PRIVATE_KEY: 'vapi-key' },
  llm: { LLM_URL: 'https://llm.example.org', LLM_KEY: 'llm-key', LLM_MODEL: 'small' },
  tts: { TTS_URL: 'https://tts.example.org', TTS_KEY: 'tts-key', TTS_MODEL: 'turbo' },
  settings: { SETTINGS_URL: 'https://bucket.example.org' },
};

describe('the local platform', () => {
  let platform: LocalPlatform | undefined;
  afterEach(async () => {
    await platform?.close();
    platform = undefined;
  });

  const start = async (environment: Record<string, string>, log = createLog({ level: 'silent' })): Promise<Upstreams> => {
    const settings = parseSettings(environment);
    const content = await loadContent(path.resolve(import.meta.dirname, '../../demo'));
    const speechProgram = path.resolve(import.meta.dirname, '../../speech/main.mjs');
    platform = await startLocalPlatform({
      settings,
      content,
      speechProgram,
      loadPlatform: () => import('@enfilade/platform/platform'),
      clock: systemClock,
      log,
    });
    return platform.upstreams;
  };

  const readAloud = () => platform?.readAloud({ text: 'Oui.', language: 'fr', providerVoice: 'fr-1-solene' }, new AbortController().signal);

  it('the local platform runs if any service is not set, and does not run if all services are hosted', () => {
    expect(needsPlatform(parseSettings(Object.assign({}, ...Object.values(hosted))))).toBe(false);
    for (const name of Object.keys(hosted)) {
      const others = Object.entries(hosted).flatMap(([service, variables]) => (service === name ? [] : [variables]));
      expect(needsPlatform(parseSettings(Object.assign({}, ...others)))).toBe(true);
    }
  });

  it('the local platform reads aloud if only the voice platform is hosted', async () => {
    const upstreams = await start(hosted.vapi);
    expect(upstreams).toMatchObject({ vapi: { url: 'https://vapi.example.org', key: 'vapi-key' } });
    expect(upstreams.tts).toBeUndefined();
    expect(hasSoundMark((await readAloud()) ?? Buffer.alloc(0))).toBe(true);
  });

  it('the local platform calls a speech service with OpenAI’s API itself, also to read an answer aloud', async () => {
    const asked: string[] = [];
    const service = fastify().post('/v1/audio/speech', async (request, reply) => {
      const { input } = request.body as { input?: string };
      if (input === undefined) return reply.status(422).send({ detail: 'input' });
      asked.push(input);
      return reply.type('audio/pcm').send(Buffer.alloc(24_000));
    });
    const url = await service.listen({ port: 0, host: '127.0.0.1' });
    const { tts } = await start({ ...hosted.tts, TTS_URL: url });
    expect([tts, needsPlatform(parseSettings({ ...hosted.tts, TTS_KIND: 'openai' }))]).toEqual([undefined, true]);
    await readAloud();
    expect(asked).toContain('Oui.');
    await service.close();
  });

  it('the local platform serves chats if only the speech service is hosted', async () => {
    const upstreams = await start(hosted.tts);
    expect(upstreams).toMatchObject({ tts: { url: 'https://tts.example.org', key: 'tts-key', model: 'turbo' } });
    const answer = await fetch(`${upstreams.vapi.url}/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${upstreams.vapi.key}` },
    });
    expect(answer.status).toBe(400);
  });

  it.each([
    ['a language model if LLM_URL is set', {}, 'The ceiling is a work of Jacopo Savelli, from 1742 and 1743.'],
    ['the embedded guide if GUIDE is "embedded"', { GUIDE: 'embedded' }, expect.stringMatching(/^Jacopo Savelli painted/)],
  ])('the local platform answers with %s', async (_, environment: { GUIDE?: string }, content) => {
    const model = await startScriptedModel(
      says('The ceiling is a work of Jacopo Savelli, from 1742 and 1743. [1 "Jacopo Savelli painted the ceiling in 1742 and 1743"]'),
    );
    const logged: string[] = [];
    const log = createLog({ level: 'info', destination: { write: (line) => void logged.push(line) } });
    const LLM_PRICE = '1000/1000@2126-01-01,10/20@2026-01-01,1/1';
    const { vapi } = await start({ LLM_URL: model.url, LLM_MODEL: 'small', LLM_PRICE, ...environment }, log);
    const values = { museumId: '6610a1b2c3d4e5f601000001', language: 'en', visitMode: 'exploration', custom_instruction: 'You are Clara.' };
    const answer = await fetch(`${vapi.url}/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${vapi.key}` },
      body: JSON.stringify({
        assistantId: 'asst-belmonte-staircase',
        input: 'Who painted the ceiling?',
        assistantOverrides: { variableValues: values },
      }),
    });
    const { output } = (await answer.json()) as { output: { role: string; content: string }[] };
    const context = JSON.parse(output[0]?.content ?? '') as { sources: { title: string }[] };
    expect([context.sources.map(({ title }) => title), output.at(-1)?.content]).toEqual([['wall text, Painting Salon'], content]);
    expect(model.requests.map(({ body }) => body.messages[0]?.content.split('\n')[0])).toEqual(environment.GUIDE ? [] : ['You are Clara.']);
    // 812 input tokens and 37 output tokens at today's price.
    expect(logged.flatMap((line) => (JSON.parse(line) as { usd?: number }).usd ?? [])).toEqual(environment.GUIDE ? [] : [0.00886]);
    await model.close();
  });
});
