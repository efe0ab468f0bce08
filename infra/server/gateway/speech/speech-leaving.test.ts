import { once } from 'node:events';
import { request as send } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { createLog } from '../../http/create-log.ts';
import { HttpError } from '../../http/exchange.ts';
import type { Script } from '../testing/scripted-server.ts';
import { type ScriptedUpstreams, startScriptedUpstreams } from '../testing/scripted-upstreams.ts';
import { answerSound, askSound, sound, speakingProfiles, speechBody, ttsPath } from '../testing/speech-client.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { createSpeechLibrary } from './speech-routes.ts';

type Response = Parameters<Script>[1];

/** The service's side of the next call, which does not answer by itself. */
function nextCall(upstreams: ScriptedUpstreams): Promise<Response> {
  return new Promise((resolve) => upstreams.on(ttsPath(), (_, response) => resolve(response)));
}

describe('a visitor who leaves', () => {
  let upstreams: ScriptedUpstreams;
  let gateway: TestGateway;
  beforeEach(async () => {
    upstreams = await startScriptedUpstreams();
    gateway = await startTestGateway({ upstreamOrigin: upstreams.origin, options: { profiles: speakingProfiles() } });
  });
  afterEach(async () => {
    await gateway.close();
    await upstreams.close();
  });

  it('a visitor who leaves ends the call upstream, which is no failure, and the next one asks again', async () => {
    const called = nextCall(upstreams);
    const browser = send(`${gateway.origin}/api/speech/en-1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-enfilade': '1' },
    });
    browser.on('error', () => undefined);
    browser.end(JSON.stringify(speechBody()));
    const call = await called;
    const ended = once(call, 'close');
    browser.destroy();
    await ended;
    expect(call.writableFinished).toBe(false);
    upstreams.on(ttsPath(), answerSound());
    expect((await askSound(gateway)).status).toBe(200);
    expect(upstreams.count(ttsPath())).toBe(2);
    expect(gateway.logged.join('')).not.toContain('"level":"error"');
  });
});

describe('a text that two visitors wait for', () => {
  const utterance = { providerVoice: 'provider-en-1', language: 'en', spoken: 'Hello.' } as const;
  const log = createLog({ level: 'silent' });
  const reserve = async () => ({ extend: async () => true, settle: async () => undefined });
  const refuse = () => Promise.reject(new HttpError('too-many'));

  /** What the library asks a service for, in order. */
  function openLibrary() {
    const asked: { answer(): void; signal: AbortSignal }[] = [];
    const library = createSpeechLibrary((_, { signal }) => new Promise((resolve) => asked.push({ answer: () => resolve(sound), signal })));
    const arrive = (reserving: typeof reserve = reserve, going = new AbortController()) => {
      const found = library.find(utterance, { leaving: going.signal, reserve: reserving, log });
      // A client that left does not read it.
      found.catch(() => undefined);
      return { found, leave: () => going.abort() };
    };
    return { asked, arrive };
  }

  it('a text that two visitors wait for is not broken off when one of them leaves, no matter who came first', async () => {
    const { asked, arrive } = openLibrary();
    const [first, second, third] = [arrive(), arrive(), arrive()];
    await expect.poll(() => asked).toHaveLength(1);
    first.leave();
    third.leave();
    await expect(first.found).rejects.toMatchObject({ name: 'HttpError', code: 'stale' });
    asked[0]?.answer();
    expect(await second.found).toBe(sound);
    expect(asked).toHaveLength(1);
  });

  it('a text that two visitors wait for is refused to the one without money left and spoken to the other, no matter who came first', async () => {
    const { asked, arrive } = openLibrary();
    const [first, second, third] = [arrive(refuse), arrive(), arrive(refuse)];
    for (const { found } of [first, third]) await expect(found).rejects.toMatchObject({ code: 'too-many' });
    asked[0]?.answer();
    expect(await second.found).toBe(sound);
    expect(asked).toHaveLength(1);
  });

  it('a text that two visitors wait for is broken off when both have left, and asked for again by anybody who comes then', async () => {
    const { asked, arrive } = openLibrary();
    const [first, second] = [arrive(), arrive()];
    await expect.poll(() => asked).toHaveLength(1);
    first.leave();
    second.leave();
    const third = arrive();
    await expect.poll(() => asked).toHaveLength(2);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    asked[1]?.answer();
    expect(await third.found).toBe(sound);
  });

  it('a text that two visitors wait for costs nothing when the visitor had left before', async () => {
    const { asked, arrive } = openLibrary();
    const gone = new AbortController();
    gone.abort();
    await expect(arrive(reserve, gone).found).rejects.toMatchObject({ code: 'stale' });
    expect(asked).toEqual([]);
  });
});
