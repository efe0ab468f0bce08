import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { createSettingsSource } from '@enfilade/shared-contracts/visit/testing/settings-source';
import { describe, expect, it, onTestFinished } from '@rstest/core';
import { createSamplePlayer } from './create-sample-player.ts';

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

function openPlayer() {
  const made: FakeAudio[] = [];
  const clock = createHandClock();
  const settings = createSettingsSource();
  const player = createSamplePlayer(clock, settings, (url) => {
    const audio = new FakeAudio(url);
    made.push(audio);
    return audio as unknown as HTMLAudioElement;
  });
  const states: string[] = [];
  onTestFinished(player.subscribe(({ voiceId, state }) => states.push(`${voiceId} ${state}`)));
  const newest = () => made.at(-1) as FakeAudio;
  const listen = (voiceId: string) => player.toggle(voiceId, `/media/voices/${voiceId}.mp3`);
  return { player, clock, made, newest, states, listen, settings };
}

describe('the samples', () => {
  it('the samples stop at the second tap, and begin again at the third', () => {
    const { listen, newest, states, made } = openPlayer();
    listen('en-1');
    newest().tell('playing');
    listen('en-1');
    expect(newest()).toMatchObject({ isPaused: true, src: '' });
    listen('en-1');
    expect(made).toHaveLength(2);
    expect(states).toEqual(['en-1 loading', 'en-1 playing', 'en-1 stopped', 'en-1 loading']);
  });

  it('the samples of before say nothing about the one that plays now', async () => {
    const { listen, made, player } = openPlayer();
    listen('en-1');
    listen('en-2');
    made[0]?.tell('playing', 'ended', 'error');
    made[0]?.refuse(new DOMException('paused', 'AbortError'));
    await made[0]?.answer.catch(() => undefined);
    expect(player.getState()).toEqual({ voiceId: 'en-2', state: 'loading' });
  });

  it.each([
    ['NotAllowedError', 'blocked'],
    ['NotSupportedError', 'unreachable'],
  ] as const)('the samples that the browser refuses with %s fail as %s, and can be asked for again', async (name, problem) => {
    const { listen, newest, player } = openPlayer();
    listen('en-1');
    newest().refuse(new DOMException('no', name));
    await newest().answer.catch(() => undefined);
    expect(player.getState()).toEqual({ voiceId: 'en-1', state: 'error', problem });
    listen('en-1');
    newest().tell('playing');
    expect(player.getState()).toEqual({ voiceId: 'en-1', state: 'playing' });
  });

  it('the samples are silent once they are stopped, and stopping twice is no news', () => {
    const { listen, newest, player, states } = openPlayer();
    listen('en-1');
    newest().tell('playing');
    player.stop();
    player.stop();
    expect(newest().isPaused).toBe(true);
    expect(states.at(-1)).toBe('en-1 stopped');
    expect(states).toHaveLength(3);
  });
});
