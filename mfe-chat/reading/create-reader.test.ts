import { describe, expect, it } from '@rstest/core';
import { openReader, sentences } from './testing/open-reader.ts';

const short = 'One short answer, in one piece.';

describe('an answer read aloud', () => {
  it('is laid piece behind piece without a gap, one fetched ahead of the one that sounds', async () => {
    const { listen, come, pass, asked, newest, states } = openReader();
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
  });

  it('waits for a piece that comes late, and goes on', async () => {
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

  it('is the only one: another ends it', async () => {
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

  it.each([0, 1])('is silent at once when it is stopped after %i pieces, and leaves nothing behind', async (pieces) => {
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
  });

  it('frees the device at its end', async () => {
    const { listen, come, pass, newest, audioSession, reader } = openReader();
    await listen('a', short);
    await come(1);
    await pass(1.05);
    expect([reader.getState().state, newest().state, audioSession.type]).toEqual(['complete', 'closed', 'auto']);
  });

  it('asks for nothing when it is heard again by the same voice', async () => {
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

  it('pauses when the browser does, and goes on by itself or at a tap', async () => {
    const { listen, come, newest, states, reader, clock, contexts } = openReader();
    await listen('a', short);
    await come(3);
    newest().become('suspended');
    expect(states.at(-1)).toBe('paused');
    newest().become('running');
    expect(states.at(-1)).toBe('playing');
    newest().become('suspended');
    await listen('a', short);
    expect(states.slice(-2)).toEqual(['loading', 'playing']);
    expect([contexts.length, clock.waiting()]).toEqual([1, 0]);
    newest().become('suspended');
    reader.stop();
    expect([states.at(-1), newest().state]).toEqual(['stopped', 'closed']);
  });

  it('does not fail while the browser has it paused', async () => {
    const { listen, come, newest, states, clock } = openReader();
    await listen();
    await come(3);
    newest().become('suspended');
    await come(3);
    clock.pass(60_000);
    expect(states.at(-1)).toBe('paused');
  });
});
