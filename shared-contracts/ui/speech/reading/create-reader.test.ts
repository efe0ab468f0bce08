import { describe, expect, it } from '@rstest/core';
import { createSpeechCache } from './create-reader.ts';
import { openReader, sentences } from './testing/open-reader.ts';

const short = 'One short answer, in one piece.';

describe('an answer read aloud', () => {
  it('an answer read aloud goes on slower and softer from where it is when the visitor sets it so', async () => {
    const { listen, come, pass, newest, changeSettings, states } = openReader();
    await listen('a', 'One short answer, in one piece.');
    await come(4);
    await pass(2.05);
    changeSettings({ speechRate: 0.8, volume: 40 });
    const [first, slower] = newest().sources;
    expect([first?.isStopped, (slower?.endsAt ?? 0) - (slower?.startedAt ?? 0), newest().output.gain.value]).toEqual([true, 2.5, 0.4]);
    await pass(2.6);
    expect(states.at(-1)).toBe('complete');
  });

  it('an answer read aloud is laid piece behind piece without a gap, one fetched ahead of the one that sounds, and frees the device at its end', async () => {
    const { listen, come, pass, asked, newest, states, audioSession } = openReader();
    await listen();
    expect(asked.map(({ text }) => text)).toEqual(sentences.slice(0, 1));
    await come(2);
    expect(asked).toHaveLength(2);
    await come(5);
    expect(asked).toHaveLength(2);
    await pass(2.05);
    expect(asked.map(({ text }) => text)).toEqual(sentences);
    await come(4);
    const lead = 0.05;
    expect(newest().sources.map(({ startedAt }) => startedAt)).toEqual([lead, lead + 2, lead + 2 + 5]);
    await pass(5);
    await pass(4);
    expect(states).toEqual(['loading', 'ready', 'playing', 'complete']);
    expect([newest().state, audioSession.type]).toEqual(['closed', 'auto']);
  });

  it('an answer read aloud waits for a piece that comes late, and goes on', async () => {
    const { listen, come, pass, newest, states } = openReader();
    await listen();
    await come(2);
    await pass(3);
    expect(states.at(-1)).toBe('loading');
    await pass(7);
    await come(5);
    expect(states).toEqual(['loading', 'ready', 'playing', 'loading', 'ready', 'playing']);
    expect(newest().sources.at(-1)?.startedAt).toBeCloseTo(10.05);
  });

  it('an answer read aloud is the only one: another ends it', async () => {
    const { listen, come, reader, contexts, asked } = openReader();
    await listen('a');
    await come(2);
    await listen('b', short);
    expect(contexts.map(({ state }) => state)).toEqual(['closed', 'running']);
    expect([contexts[0]?.sources[0]?.isStopped, asked[1]?.signal?.aborted]).toEqual([true, true]);
    expect(reader.getState()).toEqual({ id: 'b', state: 'loading' });
    asked[1]?.come(1);
    await come(1);
    expect(reader.getState()).toEqual({ id: 'b', state: 'playing' });
    expect(contexts[0]?.sources).toHaveLength(1);
  });

  it.each([0, 1])(
    'an answer read aloud is silent at once when it is stopped after %i pieces, and leaves nothing behind',
    async (pieces) => {
      const { listen, come, reader, newest, asked, states, audioSession, clock } = openReader();
      await listen();
      expect(audioSession.type).toBe('playback');
      if (pieces > 0) await come(2);
      reader.toggle('a', short);
      reader.stop();
      expect([newest().state, audioSession.type, clock.waiting()]).toEqual(['closed', 'auto', 0]);
      expect(newest().sources.every(({ isStopped }) => isStopped)).toBe(true);
      expect(asked.at(-1)?.signal?.aborted).toBe(true);
      await come(2);
      expect(states.filter((state) => state === 'stopped')).toHaveLength(1);
      expect(reader.getState()).toEqual({ id: 'a', state: 'stopped' });
      expect(newest().sources).toHaveLength(pieces);
    },
  );

  it('an answer read aloud asks for nothing when it is heard again by the same voice', async () => {
    const { listen, come, pass, asked, states, chooseVoice } = openReader();
    await listen('a', short);
    await come(1);
    await pass(2);
    await listen('a', short);
    expect([asked.length, states.at(-1)]).toEqual([1, 'playing']);
    chooseVoice('en-2');
    await pass(2);
    await listen('a', short);
    expect(asked.map(({ voiceId }) => voiceId)).toEqual(['en-1', 'en-2']);
  });

  it('an answer read aloud pauses when the browser does, and goes on by itself or at a tap', async () => {
    const { listen, come, newest, states, reader, clock, contexts } = openReader();
    await listen('a', short);
    await come(3);
    newest().setState('suspended');
    expect(states.at(-1)).toBe('paused');
    newest().setState('running');
    expect(states.at(-1)).toBe('playing');
    newest().setState('suspended');
    await listen('a', short);
    expect(states.slice(-2)).toEqual(['loading', 'playing']);
    expect([contexts.length, clock.waiting()]).toEqual([1, 0]);
    newest().setState('suspended');
    reader.stop();
    expect([states.at(-1), newest().state]).toEqual(['stopped', 'closed']);
  });

  it('an answer read aloud does not fail while the browser has it paused', async () => {
    const { listen, come, newest, states, clock } = openReader();
    await listen();
    await come(3);
    newest().setState('suspended');
    await come(3);
    clock.pass(60_000);
    expect(states.at(-1)).toBe('paused');
  });
});

function openCache(limitBytes: number) {
  const cache = createSpeechCache(limitBytes);
  const loaded: string[] = [];
  const load = (key: string, bytes = 10) =>
    cache.load(key, () => {
      loaded.push(key);
      return Promise.resolve(new ArrayBuffer(bytes));
    });
  return { load, loaded };
}

describe('speech that was heard before', () => {
  it('speech that was heard before is loaded once, and survives that its caller empties it', async () => {
    const { load, loaded } = openCache(100);
    const first = await load('a');
    structuredClone(first, { transfer: [first] });
    expect([(await load('a')).byteLength, loaded]).toEqual([10, ['a']]);
  });

  it('speech that was heard before makes room for what is new, the longest unheard first', async () => {
    const { load, loaded } = openCache(30);
    for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'c', 'b']) await load(key);
    expect(loaded).toEqual(['a', 'b', 'c', 'd', 'b']);
  });

  it('speech that was heard before keeps nothing that is larger than itself', async () => {
    const { load, loaded } = openCache(30);
    await load('a', 31);
    await load('b');
    await load('a', 31);
    expect(loaded).toEqual(['a', 'b', 'a']);
  });

  it('speech that was heard before is loaded again when it turned out to be no sound', async () => {
    const cache = createSpeechCache(30);
    const load = () => cache.load('a', () => Promise.resolve(new ArrayBuffer(10)));
    await load();
    cache.remove('a');
    cache.remove('never kept');
    expect((await cache.load('a', () => Promise.resolve(new ArrayBuffer(20)))).byteLength).toBe(20);
  });

  it('speech that was heard before does not keep a failure', async () => {
    const cache = createSpeechCache(30);
    await expect(cache.load('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect((await cache.load('a', () => Promise.resolve(new ArrayBuffer(1)))).byteLength).toBe(1);
  });
});
