import { describe, expect, it } from '@rstest/core';
import { openPlayback, pickPlaybackProblem } from './play-audio.ts';
import { createStore } from './store.ts';
import { createHandClock } from './testing/hand-clock.ts';

describe('a refused play', () => {
  it('a refused play is blocked only when the browser does not allow it', () => {
    expect(pickPlaybackProblem(new DOMException('', 'NotAllowedError'))).toBe('blocked');
    for (const other of [new DOMException('', 'NotSupportedError'), new TypeError('x'), undefined, 'NotAllowedError'])
      expect(pickPlaybackProblem(other)).toBe('unreachable');
  });
});

describe('a recording', () => {
  it('a recording is played at the visitor’s pace and volume, also when they change, until it ends', () => {
    const audio = new Audio('/media/welcome.mp3');
    const store = createStore({ settings: { speechRate: 0.8, volume: 50, isMono: false } });
    const change = (speechRate: number) => store.set({ settings: { ...store.getState().settings, speechRate } });
    const playback = openPlayback(audio, { clock: createHandClock(), session: { store }, onEvent: () => undefined });
    expect([audio.playbackRate, audio.volume]).toEqual([0.8, 0.5]);
    change(1.5);
    expect([audio.playbackRate, audio.volume]).toEqual([1.5, 0.5]);
    playback.end();
    change(1);
    expect(audio.playbackRate).toBe(1.5);
  });
});
