import { describe, expect, it, onTestFinished } from '@rstest/core';
import { createTurnableClock } from '../testing/turnable-clock.ts';
import { createPreviews } from './sample-player.ts';

/** The browser's audio element as far as it is used: events in, play and pause out. */
class FakeAudio extends EventTarget {
  isPaused = false;
  src: string;
  refuse: (reason: Error) => void = () => undefined;
  readonly answer = new Promise<void>((_, reject) => {
    this.refuse = reject;
  });
  constructor(src: string) {
    super();
    this.src = src;
  }
  play() {
    return this.answer;
  }
  pause() {
    this.isPaused = true;
  }
  removeAttribute() {
    this.src = '';
  }
  tell(...names: string[]) {
    for (const name of names) this.dispatchEvent(new Event(name));
  }
}

function openPreviews() {
  const made: FakeAudio[] = [];
  const clock = createTurnableClock();
  const previews = createPreviews(clock, (url) => {
    const audio = new FakeAudio(url);
    made.push(audio);
    return audio as unknown as HTMLAudioElement;
  });
  const states: string[] = [];
  onTestFinished(previews.subscribe(({ voiceId, state }) => states.push(`${voiceId} ${state}`)));
  const newest = () => made.at(-1) as FakeAudio;
  const listen = (voiceId: string) => previews.toggle(voiceId, `/media/voices/${voiceId}.mp3`);
  return { previews, clock, made, newest, states, listen };
}

describe('the samples', () => {
  it('load, get ready, play and come to their end', () => {
    const { listen, newest, states } = openPreviews();
    listen('en-1');
    expect(newest().src).toBe('/media/voices/en-1.mp3');
    newest().tell('canplay', 'playing', 'ended');
    expect(states).toEqual(['en-1 loading', 'en-1 ready', 'en-1 playing', 'en-1 complete']);
  });

  it('stop at the second tap, and begin anew at the third', () => {
    const { listen, newest, states, made } = openPreviews();
    listen('en-1');
    newest().tell('playing');
    listen('en-1');
    expect(newest()).toMatchObject({ isPaused: true, src: '' });
    listen('en-1');
    expect(made).toHaveLength(2);
    expect(states).toEqual(['en-1 loading', 'en-1 playing', 'en-1 stopped', 'en-1 loading']);
  });

  it('are heard one at a time', () => {
    const { listen, made, previews } = openPreviews();
    listen('en-1');
    made[0]?.tell('playing');
    listen('en-2');
    made[1]?.tell('playing');
    expect(made.map(({ isPaused }) => isPaused)).toEqual([true, false]);
    expect(previews.getState()).toEqual({ voiceId: 'en-2', state: 'playing' });
  });

  it('of before say nothing about the one that plays now', async () => {
    const { listen, made, previews } = openPreviews();
    listen('en-1');
    listen('en-2');
    made[0]?.tell('playing', 'ended', 'error');
    made[0]?.refuse(new DOMException('paused', 'AbortError'));
    await made[0]?.answer.catch(() => undefined);
    expect(previews.getState()).toEqual({ voiceId: 'en-2', state: 'loading' });
  });

  it.each([
    ['NotAllowedError', 'blocked'],
    ['NotSupportedError', 'unreachable'],
  ] as const)('that the browser refuses with %s fail as %s, and can be asked for again', async (name, fault) => {
    const { listen, newest, previews } = openPreviews();
    listen('en-1');
    newest().refuse(new DOMException('no', name));
    await newest().answer.catch(() => undefined);
    expect(previews.getState()).toEqual({ voiceId: 'en-1', state: 'error', fault });
    listen('en-1');
    newest().tell('playing');
    expect(previews.getState()).toEqual({ voiceId: 'en-1', state: 'playing' });
  });

  it('that cannot be read fail', () => {
    const { listen, newest, previews } = openPreviews();
    listen('en-1');
    newest().tell('error');
    expect(previews.getState()).toEqual({ voiceId: 'en-1', state: 'error', fault: 'unreachable' });
  });

  it('that do not come fail after ten seconds, at the beginning and in the middle', () => {
    const { listen, newest, previews, clock } = openPreviews();
    listen('en-1');
    clock.turn(9_999);
    expect(previews.getState().state).toBe('loading');
    newest().tell('playing');
    clock.turn(60_000);
    expect(previews.getState().state).toBe('playing');
    newest().tell('waiting');
    expect(previews.getState().state).toBe('loading');
    clock.turn(10_000);
    expect(previews.getState()).toEqual({ voiceId: 'en-1', state: 'error', fault: 'unreachable' });
    expect(newest().isPaused).toBe(true);
  });

  it('are silent once they are stopped, and stopping twice is no news', () => {
    const { listen, newest, previews, states } = openPreviews();
    listen('en-1');
    newest().tell('playing');
    previews.stop();
    previews.stop();
    expect(newest().isPaused).toBe(true);
    expect(states.at(-1)).toBe('en-1 stopped');
    expect(states).toHaveLength(3);
  });
});
