import { describe, expect, it, onTestFinished } from '@rstest/core';
import { createSettingsSource } from '../visit/testing/settings-source.ts';
import { stateOf } from './audio-player.ts';
import { createPlayer, pickPlaybackProblem, type SoundPart } from './create-player.ts';
import { createFakeAudios } from './testing/fake-audio.ts';
import { createHandClock } from './testing/hand-clock.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve));

function openPlayer() {
  const audios = createFakeAudios();
  const clock = createHandClock();
  const session = createSettingsSource();
  const player = createPlayer({ clock, session, explain: pickPlaybackProblem, createAudio: audios.createAudio });
  const states: string[] = [];
  onTestFinished(
    player.subscribe(({ id, state }, before) => (state !== before.state || id !== before.id) && states.push(`${id} ${state}`)),
  );
  const playTo = (seconds: number) => {
    audios.newest().currentTime = seconds;
    audios.newest().emit('timeupdate');
  };
  return { player, clock, session, states, playTo, ...audios };
}

describe('a recording', () => {
  it('a recording is loaded when it is asked for, counts, and comes to its end', () => {
    const { player, created, newest, states, playTo } = openPlayer();
    expect([created, player.getState()]).toEqual([[], { id: undefined, state: 'stopped', seconds: 0 }]);
    player.play('a', '/en.mp3');
    newest().duration = 42.5;
    newest().emit('loadedmetadata', 'canplay', 'playing');
    playTo(41.9);
    expect(player.getState()).toEqual({ id: 'a', state: 'playing', seconds: 41.9, duration: 42.5 });
    newest().ended = true;
    newest().emit('pause', 'ended');
    expect(states).toEqual(['a loading', 'a ready', 'a playing', 'a complete']);
    expect(newest().plays).toEqual(['/en.mp3']);
  });

  it('a recording pauses and is resumed by the same element, and pauses when the browser pauses it', () => {
    const { player, created, newest, states } = openPlayer();
    player.play('a', '/en.mp3');
    newest().emit('playing');
    player.pause();
    expect([newest().isPaused, player.getState().state]).toEqual([true, 'paused']);
    player.resume();
    newest().emit('playing', 'pause');
    expect([created.length, states.slice(1)]).toEqual([1, ['a playing', 'a paused', 'a loading', 'a playing', 'a paused']]);
  });

  it('a recording begins where it is asked to, also after it was sought while nothing played', () => {
    const { player, newest } = openPlayer();
    player.seek(12);
    player.play('a', '/en.mp3', player.getState().seconds);
    expect([newest().currentTime, player.getState().seconds]).toEqual([12, 12]);
    player.seek(30);
    expect([newest().currentTime, player.getState().seconds]).toEqual([30, 30]);
  });

  it.each([
    ['NotAllowedError', 'blocked'],
    ['NotSupportedError', 'unreachable'],
  ] as const)('a recording fails when the browser refuses it with %s, and can be asked for again', async (name, problem) => {
    const { player, newest } = openPlayer();
    player.play('a', '/en.mp3');
    newest().refuse(new DOMException('no', name));
    await settle();
    expect(player.getState()).toMatchObject({ state: 'error', problem });
    player.play('a', '/en.mp3');
    newest().emit('playing');
    expect(player.getState()).toMatchObject({ state: 'playing', problem: undefined });
    newest().emit('error');
    await settle();
    expect(player.getState()).toMatchObject({ state: 'error', problem: 'unreachable' });
  });

  it('a recording does not fail because a pause interrupts its beginning', async () => {
    const { player, newest } = openPlayer();
    player.play('a', '/en.mp3');
    player.pause();
    newest().refuse(new DOMException('interrupted', 'AbortError'));
    await settle();
    expect(player.getState().state).toBe('paused');
  });

  it('a recording fails when it does not come within ten seconds, and keeps its place', async () => {
    const { player, newest, playTo, clock } = openPlayer();
    player.play('a', '/en.mp3');
    newest().emit('playing');
    playTo(20);
    newest().emit('waiting');
    expect(player.getState().state).toBe('loading');
    clock.pass(9_999);
    await settle();
    expect(player.getState().state).toBe('loading');
    clock.pass(1);
    await settle();
    expect(player.getState()).toMatchObject({ state: 'error', problem: 'unreachable', seconds: 20 });
  });

  it('a recording that was stopped, or gave way to another, is silent and says nothing more', async () => {
    const { player, created, states, clock } = openPlayer();
    player.play('a', '/a.mp3');
    created[0]?.emit('playing');
    player.play('b', '/b.mp3');
    created[0]?.emit('timeupdate', 'ended', 'error');
    created[0]?.refuse(new DOMException('no', 'NotSupportedError'));
    player.stop();
    player.stop();
    await settle();
    expect(states).toEqual(['a loading', 'a playing', 'a stopped', 'b loading', 'b stopped']);
    expect(created.map(({ isPaused, src }) => [isPaused, src])).toEqual([
      [true, ''],
      [true, ''],
    ]);
    expect([clock.waiting(), stateOf(player.getState(), 'a'), stateOf({ id: 'a', state: 'playing' }, 'b')]).toEqual([
      0,
      'stopped',
      'stopped',
    ]);
  });

  it('a recording is played at the visitor’s pace and volume, also when they change, until it ends', () => {
    const { player, newest, session } = openPlayer();
    session.change({ speechRate: 0.8, volume: 50 });
    player.play('a', '/en.mp3');
    expect(newest()).toMatchObject({ playbackRate: 0.8, defaultPlaybackRate: 0.8, volume: 0.5 });
    session.change({ speechRate: 1.5 });
    expect(newest().playbackRate).toBe(1.5);
    player.stop();
    session.change({ speechRate: 1 });
    expect(newest().playbackRate).toBe(1.5);
  });
});

/** Parts that come when the test says so. */
function createParts(count: number) {
  const asked: { index: number; signal: AbortSignal; come(): Promise<unknown>; fail(): Promise<unknown> }[] = [];
  const parts = Array.from(
    { length: count },
    (_, index): SoundPart =>
      (signal) => {
        return new Promise<Blob>((resolve, reject) => {
          const come = () => {
            resolve(new Blob([String(index)]));
            return settle();
          };
          const fail = () => {
            reject(new Error('no sound'));
            return settle();
          };
          asked.push({ index, signal, come, fail });
        });
      },
  );
  return { parts, asked, indexes: () => asked.map(({ index }) => index) };
}

describe('a sound of parts', () => {
  async function playParts(count = 3) {
    const opened = openPlayer();
    const made = createParts(count);
    opened.player.play('a', Promise.resolve(made.parts));
    await settle();
    /** What plays is heard to its end. */
    const hear = () => {
      opened.newest().emit('playing', 'ended');
      return settle();
    };
    return { ...opened, ...made, hear };
  }

  it('a sound of parts plays one after the other on one element, each loaded while the one before plays', async () => {
    const { asked, indexes, hear, states, created, newest } = await playParts();
    expect(indexes()).toEqual([0]);
    await asked[0]?.come();
    await asked[1]?.come();
    expect(indexes()).toEqual([0, 1]);
    await hear();
    await asked[2]?.come();
    await hear();
    await hear();
    expect(states).toEqual(['a loading', 'a playing', 'a complete']);
    expect([created.length, new Set(newest().plays).size]).toEqual([1, 3]);
  });

  it('a sound of parts waits for a part that comes late, and goes on', async () => {
    const { asked, hear, player, newest } = await playParts(2);
    await asked[0]?.come();
    await hear();
    expect(player.getState().state).toBe('loading');
    await asked[1]?.come();
    newest().emit('playing');
    expect(player.getState().state).toBe('playing');
  });

  it('a sound of parts is heard to the end of the part before the one that fails; asked for again, it begins anew', async () => {
    const { asked, hear, player, newest, parts, indexes } = await playParts(2);
    await asked[0]?.come();
    newest().emit('playing');
    await asked[1]?.fail();
    expect(player.getState().state).toBe('playing');
    await hear();
    expect(player.getState()).toMatchObject({ state: 'error', problem: 'unreachable' });
    player.play('a', Promise.resolve(parts));
    await settle();
    expect(indexes()).toEqual([0, 1, 0]);
  });

  it('a sound of parts that is paused while a part loads does not begin before it is resumed', async () => {
    const { asked, player, newest } = await playParts();
    player.pause();
    await asked[0]?.come();
    expect([player.getState().state, newest().plays]).toEqual(['paused', []]);
    player.resume();
    expect(newest().plays).toHaveLength(1);
  });

  it('a sound of parts goes back some seconds, or to the part before', async () => {
    const { asked, hear, player, newest, indexes } = await playParts(2);
    await asked[0]?.come();
    newest().currentTime = 40;
    player.rewind(15);
    expect(newest().currentTime).toBe(25);
    await asked[1]?.come();
    await hear();
    newest().currentTime = 3;
    player.rewind(15);
    await settle();
    expect(indexes()).toEqual([0, 1, 0]);
  });

  it.each([0, 1])('a sound of parts that is stopped after %i parts asks for nothing more', async (heard) => {
    const { asked, player, newest, states, clock } = await playParts();
    if (heard > 0) await asked[0]?.come();
    player.stop();
    const { length } = newest().plays;
    await asked.at(-1)?.come();
    expect([asked.at(-1)?.signal.aborted, newest().plays.length, states.at(-1), clock.waiting()]).toEqual([true, length, 'a stopped', 0]);
  });

  it('a sound of parts may begin long after the tap that allowed it', async () => {
    const { player, created } = openPlayer();
    player.allow();
    expect(created.map(({ isPaused }) => isPaused)).toEqual([false]);
    player.play('a', Promise.resolve([() => Promise.resolve(new Blob())]));
    await settle();
    expect(created.map(({ plays }) => plays.length)).toEqual([1]);
  });
});
