import { once } from 'node:events';
import { request as send } from 'node:http';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { createLog } from '../../http/create-log.ts';
import { HttpError } from '../../http/exchange.ts';
import { createMetrics } from '../../http/metrics.ts';
import type { Script } from '../testing/scripted-server.ts';
import { type ScriptedUpstreams, startScriptedUpstreams } from '../testing/scripted-upstreams.ts';
import { answerSound, askSound, sendSound, sound, speakingProfiles, speechBody, ttsPath } from '../testing/speech-client.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { createServices, type Services } from '../upstream/upstream.ts';
import { askSpeech, createSpeechLibrary, type SpeechLibrary } from './speech-routes.ts';

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
  let upstreams: ScriptedUpstreams;
  let services: Services;
  let library: SpeechLibrary;
  const log = createLog({ level: 'silent' });
  beforeEach(async () => {
    upstreams = await startScriptedUpstreams();
    services = createServices({ clock: systemClock, metrics: createMetrics(), log });
    const tts = { url: upstreams.origin, key: 'key', model: 'turbo' };
    library = createSpeechLibrary(askSpeech({ upstream: services.of('speech'), tts, speechMs: 10_000 }));
  });
  afterEach(async () => {
    await services.close();
    await upstreams.close();
  });

  const reserve = async () => ({ extend: async () => true, settle: async () => undefined });
  const arrive = (reserving: typeof reserve = reserve) => {
    const going = new AbortController();
    const found = library.find(
      { providerVoice: 'provider-en-1', language: 'en', spoken: 'Hello.' },
      { leaving: going.signal, reserve: reserving, log },
    );
    // A client that left does not read it.
    found.catch(() => undefined);
    return { found, leave: () => going.abort() };
  };

  it('a text that two visitors wait for is not broken off when one of them leaves, no matter who came first', async () => {
    const called = nextCall(upstreams);
    const [first, second, third] = [arrive(), arrive(), arrive()];
    const call = await called;
    first.leave();
    third.leave();
    await expect(first.found).rejects.toMatchObject({ name: 'HttpError', code: 'stale' });
    sendSound(call);
    expect((await second.found).subarray(-sound.length).equals(sound)).toBe(true);
    expect(upstreams.count(ttsPath())).toBe(1);
  });

  it('a text that two visitors wait for is refused to the one without money left and spoken to the other, no matter who came first', async () => {
    upstreams.on(ttsPath(), answerSound());
    const refused = () => Promise.reject(new HttpError('too-many'));
    const [first, second, third] = [arrive(refused), arrive(), arrive(refused)];
    for (const { found } of [first, third]) await expect(found).rejects.toMatchObject({ code: 'too-many' });
    expect((await second.found).subarray(-sound.length).equals(sound)).toBe(true);
    expect(upstreams.count(ttsPath())).toBe(1);
  });

  it('a text that two visitors wait for is broken off when both have left, and asked for again by anybody who comes then', async () => {
    const called = nextCall(upstreams);
    const [first, second] = [arrive(), arrive()];
    const call = await called;
    const ended = once(call, 'close');
    first.leave();
    second.leave();
    upstreams.on(ttsPath(), answerSound());
    const third = arrive();
    await ended;
    expect(call.writableFinished).toBe(false);
    expect((await third.found).subarray(-sound.length).equals(sound)).toBe(true);
    expect(upstreams.count(ttsPath())).toBe(2);
  });

  it('a text that two visitors wait for costs nothing when the visitor had left before', async () => {
    const utterance = { providerVoice: 'provider-en-1', language: 'en', spoken: 'Hello.' } as const;
    await expect(library.find(utterance, { leaving: AbortSignal.abort(), reserve, log })).rejects.toMatchObject({ code: 'stale' });
    expect(upstreams.count(ttsPath())).toBe(0);
  });
});
