import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { describe, expect, it, onTestFinished } from '@rstest/core';
import { createIntroductionPlayer } from './create-introduction-player.ts';

/** The browser's audio element as far as it is used. */
class FakeAudio extends EventTarget {
  currentTime = 0;
  duration = Number.NaN;
  isPaused = true;
  ended = false;
  src: string;
  refuse: (reason: Error) => void = () => undefined;
  answer: Promise<void> = Promise.resolve();
  constructor(src: string) {
    super();
    this.src = src;
  }
  play() {
    this.isPaused = false;
    this.answer = new Promise((_, reject) => {
      this.refuse = reject;
    });
    return this.answer;
  }
  pause() {
    this.isPaused = true;
    this.tell('pause');
  }
  removeAttribute() {
    this.src = '';
  }
  tell(...names: string[]) {
    for (const name of names) this.dispatchEvent(new Event(name));
  }
}

function openPlayer() {
  const made: FakeAudio[] = [];
  const clock = createHandClock();
  const player = createIntroductionPlayer('/media/introductions/en.mp3', clock, (url) => {
    const audio = new FakeAudio(url);
    made.push(audio);
    return audio as unknown as HTMLAudioElement;
  });
  const states: string[] = [];
  onTestFinished(player.subscribe(({ state }, before) => state !== before.state && states.push(state)));
  const newest = () => made.at(-1) as FakeAudio;
  const playTo = (seconds: number) => {
    newest().currentTime = seconds;
    newest().tell('timeupdate');
  };
  return { player, clock, made, newest, states, playTo };
}

describe('the recording', () => {
  it('is not fetched before it is asked for', () => {
    const { player, made } = openPlayer();
    expect(made).toEqual([]);
    expect(player.getState()).toEqual({ state: 'stopped', fault: undefined, seconds: 0, duration: undefined });
  });

  it('loads, plays, counts, and comes to its end; then plays from its beginning', () => {
    const { player, newest, states, playTo, made } = openPlayer();
    player.toggle();
    newest().duration = 42.5;
    newest().tell('loadedmetadata', 'canplay', 'playing');
    playTo(41.9);
    expect(player.getState()).toEqual({ state: 'playing', fault: undefined, seconds: 41.9, duration: 42.5 });
    newest().ended = true;
    newest().tell('pause', 'ended');
    player.toggle();
    expect(states).toEqual(['loading', 'ready', 'playing', 'complete', 'loading']);
    expect([made.length, newest().currentTime, player.getState().seconds]).toEqual([2, 0, 0]);
  });

  it('pauses and goes on where it was, as the same sound', () => {
    const { player, newest, states, playTo, made } = openPlayer();
    player.toggle();
    newest().tell('playing');
    playTo(12);
    player.toggle();
    expect([newest().isPaused, player.getState().state]).toEqual([true, 'paused']);
    player.toggle();
    newest().tell('playing');
    expect([made.length, newest().currentTime]).toEqual([1, 12]);
    expect(states).toEqual(['loading', 'playing', 'paused', 'loading', 'playing']);
  });

  it('pauses when the browser does', () => {
    const { player, newest } = openPlayer();
    player.toggle();
    newest().tell('playing', 'pause');
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
  ] as const)('fails with words when the browser refuses with %s', async (name, fault) => {
    const { player, newest } = openPlayer();
    player.toggle();
    newest().refuse(new DOMException('no', name));
    await newest().answer.catch(() => undefined);
    expect(player.getState()).toMatchObject({ state: 'error', fault });
  });

  it('fails when it does not come within ten seconds; tried again, it goes on where it broke off', () => {
    const { player, newest, playTo, clock, made } = openPlayer();
    player.toggle();
    newest().tell('playing');
    playTo(20);
    newest().tell('waiting');
    expect(player.getState().state).toBe('loading');
    clock.pass(10_000);
    expect(player.getState()).toMatchObject({ state: 'error', fault: 'unreachable', seconds: 20 });
    player.toggle();
    expect([made.length, newest().currentTime]).toEqual([2, 20]);
    newest().tell('playing');
    clock.pass(60_000);
    expect(player.getState()).toMatchObject({ state: 'playing', fault: undefined });
  });

  it('that was stopped says nothing more and leaves no alarm behind', () => {
    const { player, newest, states, clock } = openPlayer();
    player.toggle();
    newest().tell('playing');
    player.stop();
    newest().tell('timeupdate', 'ended', 'error');
    expect(states).toEqual(['loading', 'playing', 'stopped']);
    expect([newest().isPaused, newest().src, clock.waiting()]).toEqual([true, '', 0]);
  });
});
