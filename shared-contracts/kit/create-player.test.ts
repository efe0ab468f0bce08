import { expect, it, onTestFinished } from '@rstest/core';
import { createSettingsSource } from '../visit/testing/settings-source.ts';
import { stateOf } from './audio-player.ts';
import { createRecordingPlayer } from './create-player.ts';
import { createFakeAudios } from './testing/fake-audio.ts';
import { createHandClock } from './testing/hand-clock.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve));

type Shown = { id: string | undefined; state: string };

function openPlayer() {
  const audios = createFakeAudios();
  const clock = createHandClock();
  const session = createSettingsSource();
  const player = createRecordingPlayer({ clock, session }, audios.createAudio);
  const states: string[] = [];
  const note = ({ id, state }: Shown, before: Shown) => (state !== before.state || id !== before.id) && states.push(`${id} ${state}`);
  onTestFinished(player.subscribe(note));
  const playTo = (seconds: number) => {
    audios.newest().currentTime = seconds;
    audios.newest().emit('timeupdate');
  };
  return { player, clock, session, states, playTo, ...audios };
}

it('the player loads a recording, counts its seconds and completes', () => {
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

it('pause() and resume() use one audio element, and a pause by the browser pauses the player', () => {
  const { player, created, newest, states } = openPlayer();
  player.play('a', '/en.mp3');
  newest().emit('playing');
  player.pause();
  expect([newest().isPaused, player.getState().state]).toEqual([true, 'paused']);
  player.resume();
  newest().emit('playing', 'pause');
  expect([created.length, states.slice(1)]).toEqual([1, ['a playing', 'a paused', 'a loading', 'a playing', 'a paused']]);
});

it('play() starts at the given position, and seek() moves a stopped or playing recording', () => {
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
] as const)('a recording that fails with %s has the problem %s and can be played again', async (name, problem) => {
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

it('a pause that interrupts the start of the playback causes no failure', async () => {
  const { player, newest } = openPlayer();
  player.play('a', '/en.mp3');
  player.pause();
  newest().refuse(new DOMException('interrupted', 'AbortError'));
  await settle();
  expect(player.getState().state).toBe('paused');
});

it('a recording that does not load within 10 s fails and keeps its position', async () => {
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

it('a stopped or replaced recording is silent and emits no later state', async () => {
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
  expect(created.map(({ isPaused, src }) => `${isPaused} ${src}`)).toEqual(['true ', 'true ']);
  expect(clock.waiting()).toBe(0);
  expect([stateOf(player.getState(), 'a'), stateOf({ id: 'a', state: 'playing' }, 'b')]).toEqual(['stopped', 'stopped']);
});

it('a recording follows the visitor’s rate and volume until it stops', () => {
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
