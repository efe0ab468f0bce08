import { expect, it, onTestFinished } from '@rstest/core';
import { createPlayer, pickPlaybackProblem } from '../../../kit/create-player.ts';
import { createFakeAudios } from '../../../kit/testing/fake-audio.ts';
import { createHandClock } from '../../../kit/testing/hand-clock.ts';
import { createSettingsSource } from '../../../visit/testing/settings-source.ts';
import { playParts, type SoundPart } from './play-parts.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve));
const settled = (act: () => void) => () => {
  act();
  return settle();
};

function createParts(count: number) {
  const asked: { index: number; signal: AbortSignal; come(): Promise<unknown>; fail(): Promise<unknown> }[] = [];
  const createPart = (index: number): SoundPart => {
    return (signal) =>
      new Promise((resolve, reject) => {
        const come = settled(() => resolve(new Blob([String(index)])));
        asked.push({ index, signal, come, fail: settled(() => reject(new Error('no sound'))) });
      });
  };
  return { parts: Array.from({ length: count }, (_, index) => createPart(index)), asked, indexes: () => asked.map(({ index }) => index) };
}

async function openSound(count = 3) {
  const audios = createFakeAudios();
  const clock = createHandClock();
  const audio = audios.createAudio();
  const player = createPlayer({
    ...{ clock, session: createSettingsSource(), explain: pickPlaybackProblem },
    open: (source: Promise<readonly SoundPart[]>, events) => playParts(audio, source, events),
  });
  const states: string[] = [];
  onTestFinished(player.subscribe(({ id, state }, before) => state !== before.state && states.push(`${id} ${state}`)));
  const made = createParts(count);
  player.play('a', Promise.resolve(made.parts));
  await settle();
  const hear = settled(() => audios.newest().emit('playing', 'ended'));
  return { ...audios, ...made, clock, player, states, hear };
}

it('parts play in order on one element, and each part loads while the part before plays', async () => {
  const { asked, indexes, hear, states, created, newest } = await openSound();
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

it('playback waits for a late part and continues', async () => {
  const { asked, hear, player, newest } = await openSound(2);
  await asked[0]?.come();
  await hear();
  expect(player.getState().state).toBe('loading');
  await asked[1]?.come();
  newest().emit('playing');
  expect(player.getState().state).toBe('playing');
});

it('a part that fails ends the playback after the part before, and play() starts again from the first part', async () => {
  const { asked, hear, player, newest, parts, indexes } = await openSound(2);
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

it('a sound paused while its first part loads starts on resume', async () => {
  const { asked, player, newest } = await openSound();
  player.pause();
  await asked[0]?.come();
  expect([player.getState().state, newest().plays]).toEqual(['paused', []]);
  player.resume();
  expect(newest().plays).toHaveLength(1);
});

it('rewind() moves back 15 s or to the part before', async () => {
  const { asked, hear, player, newest, indexes } = await openSound(2);
  await asked[0]?.come();
  newest().currentTime = 40;
  player.sound()?.rewind(15);
  expect(newest().currentTime).toBe(25);
  await asked[1]?.come();
  await hear();
  newest().currentTime = 3;
  player.sound()?.rewind(15);
  await settle();
  expect(indexes()).toEqual([0, 1, 0]);
});

it.each([0, 1])('a sound stopped after %i parts loads no more parts', async (heard) => {
  const { asked, player, newest, states, clock } = await openSound();
  if (heard > 0) await asked[0]?.come();
  player.stop();
  const { length } = newest().plays;
  await asked.at(-1)?.come();
  expect([asked.at(-1)?.signal.aborted, newest().plays.length, states.at(-1), clock.waiting()]).toEqual([true, length, 'a stopped', 0]);
});
