import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { createSettingsSource } from '@enfilade/shared-contracts/visit/testing/settings-source';
import { describe, expect, it, onTestFinished } from '@rstest/core';
import { FakeAudio } from '../testing/fake-audio.ts';
import { createIntroductionPlayer } from './create-introduction-player.ts';

function openPlayer() {
  const created: FakeAudio[] = [];
  const clock = createHandClock();
  const settings = createSettingsSource();
  const player = createIntroductionPlayer('/media/introductions/en.mp3', clock, settings, (url) => {
    const audio = new FakeAudio(url);
    created.push(audio);
    return audio as unknown as HTMLAudioElement;
  });
  const states: string[] = [];
  onTestFinished(player.subscribe(({ state }, before) => state !== before.state && states.push(state)));
  const newest = () => created.at(-1) as FakeAudio;
  const playTo = (seconds: number) => {
    newest().currentTime = seconds;
    newest().emit('timeupdate');
  };
  return { player, clock, created, newest, states, playTo };
}

describe('the recording', () => {
  it('is not fetched before it is asked for', () => {
    const { player, created } = openPlayer();
    expect(created).toEqual([]);
    expect(player.getState()).toEqual({ state: 'stopped', problem: undefined, seconds: 0, duration: undefined });
  });

  it('loads, plays, counts, and comes to its end; then plays from its beginning', () => {
    const { player, newest, states, playTo, created } = openPlayer();
    player.toggle();
    newest().duration = 42.5;
    newest().emit('loadedmetadata', 'canplay', 'playing');
    playTo(41.9);
    expect(player.getState()).toEqual({ state: 'playing', problem: undefined, seconds: 41.9, duration: 42.5 });
    newest().ended = true;
    newest().emit('pause', 'ended');
    player.toggle();
    expect(states).toEqual(['loading', 'ready', 'playing', 'complete', 'loading']);
    expect([created.length, newest().currentTime, player.getState().seconds]).toEqual([2, 0, 0]);
  });

  it('pauses and is resumed where it was, by the same element', () => {
    const { player, newest, states, playTo, created } = openPlayer();
    player.toggle();
    newest().emit('playing');
    playTo(12);
    player.toggle();
    expect([newest().isPaused, player.getState().state]).toEqual([true, 'paused']);
    player.toggle();
    newest().emit('playing');
    expect([created.length, newest().currentTime]).toEqual([1, 12]);
    expect(states).toEqual(['loading', 'playing', 'paused', 'loading', 'playing']);
  });

  it('pauses when the browser does', () => {
    const { player, newest } = openPlayer();
    player.toggle();
    newest().emit('playing', 'pause');
    expect(player.getState().state).toBe('paused');
  });

  it('can be stopped while it loads', () => {
    const { player, newest } = openPlayer();
    player.toggle();
    player.toggle();
    expect([player.getState().state, newest().src]).toEqual(['stopped', '']);
  });

  it.each([
    ['NotAllowedError', 'blocked'],
    ['NotSupportedError', 'unreachable'],
  ] as const)('fails with words when the browser refuses with %s, or cannot read it', async (name, problem) => {
    const { player, newest } = openPlayer();
    player.toggle();
    newest().refuse(new DOMException('no', name));
    await newest().answer.catch(() => undefined);
    expect(player.getState()).toMatchObject({ state: 'error', problem });
    player.toggle();
    newest().emit('error');
    expect(player.getState()).toMatchObject({ state: 'error', problem: 'unreachable' });
  });

  it('fails when it does not come within ten seconds; tried again, it is resumed where it broke off', () => {
    const { player, newest, playTo, clock, created } = openPlayer();
    player.toggle();
    newest().emit('playing');
    playTo(20);
    newest().emit('waiting');
    expect(player.getState().state).toBe('loading');
    clock.pass(10_000);
    expect(player.getState()).toMatchObject({ state: 'error', problem: 'unreachable', seconds: 20 });
    player.toggle();
    expect([created.length, newest().currentTime]).toEqual([2, 20]);
    newest().emit('playing');
    clock.pass(60_000);
    expect(player.getState()).toMatchObject({ state: 'playing', problem: undefined });
  });

  it('that was stopped emits nothing more and leaves no timer', () => {
    const { player, newest, states, clock } = openPlayer();
    player.toggle();
    newest().emit('playing');
    player.stop();
    newest().emit('timeupdate', 'ended', 'error');
    expect(states).toEqual(['loading', 'playing', 'stopped']);
    expect([newest().isPaused, newest().src, clock.waiting()]).toEqual([true, '', 0]);
  });
});
