import { once } from 'node:events';
import { describe, expect, it } from '@rstest/core';
import { createLog } from '../../http/create-log.ts';
import { HttpError } from '../../http/exchange.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { startBrowser } from '../testing/raw-request.ts';
import { answerSound, askSound, sound, speakingProfiles, speechBody, ttsPath } from '../testing/speech-client.ts';
import { createSpeechLibrary } from './speech-routes.ts';

describe('a visitor who leaves', () => {
  const site = openEachTest({ options: { profiles: speakingProfiles() } });

  it('a visitor who leaves ends the call upstream, which is no failure, and the next one asks again', async () => {
    const { gateway, upstreams } = site;
    const called = upstreams.hold(ttsPath());
    const browser = startBrowser(gateway, '/api/speech/en-1', speechBody());
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
