import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { describe, expect, it } from '@rstest/core';
import type { MusicLevel } from './music.ts';
import { playMusic } from './play-music.ts';

type Ramp = { target: number; at: number };

/** As much of the browser's sound device as is used; its clock is turned by hand. */
function createDevice() {
  const oscillators: { begins: number; ends: number }[] = [];
  const ramps: Ramp[] = [];
  const param = () => ({
    value: 1,
    setValueAtTime() {},
    linearRampToValueAtTime() {},
    cancelScheduledValues() {},
    setTargetAtTime: (target: number, at: number) => void ramps.push({ target, at }),
  });
  const node = () => ({ gain: param(), connect: (next: unknown) => next, disconnect() {} });
  const device = {
    currentTime: 0,
    sampleRate: 100,
    state: 'running',
    destination: {},
    isClosed: false,
    resumed: 0,
    createGain: node,
    createConvolver: () => ({ ...node(), buffer: null }),
    createBuffer: (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) }),
    createOscillator() {
      const times = { begins: 0, ends: 0 };
      oscillators.push(times);
      return {
        ...node(),
        frequency: param(),
        onended: null,
        start(at: number) {
          times.begins = at;
        },
        stop(at: number) {
          times.ends = at;
        },
      };
    },
    resume: () => {
      device.resumed += 1;
      return Promise.resolve();
    },
    close: () => {
      device.isClosed = true;
      return Promise.resolve();
    },
  };
  return { device, oscillators, ramps };
}

function play(level: MusicLevel = 'full') {
  const { device, oscillators, ramps } = createDevice();
  const clock = createHandClock();
  const music = playMusic('staircase', { clock, seed: 7, level, createContext: () => device as unknown as AudioContext });
  /** Both clocks go on together, as they do while the page is seen. */
  const pass = (seconds: number) => {
    for (let tick = 0; tick < seconds * 10; tick += 1) {
      device.currentTime += 0.1;
      clock.pass(100);
    }
  };
  return { device, oscillators, ramps, clock, music, pass };
}

describe('the music', () => {
  it('is written a little ahead of the ear, and no further', () => {
    const { oscillators, pass, device } = play();
    for (let minute = 0; minute < 60; minute += 1) {
      pass(1);
      const last = Math.max(...oscillators.map(({ begins }) => begins));
      expect(last).toBeGreaterThanOrEqual(device.currentTime);
      expect(last).toBeLessThan(device.currentTime + 1.5 + 4);
    }
    expect(oscillators.every(({ begins, ends }) => ends > begins)).toBe(true);
  });

  it('plays nothing late when the device slept', () => {
    const { oscillators, device, clock } = play();
    const before = oscillators.length;
    device.currentTime += 3600;
    clock.pass(300);
    const written = oscillators.slice(before);
    expect(written.length).toBeGreaterThan(0);
    expect(written.length).toBeLessThan(100);
    expect(written.every(({ begins }) => begins >= device.currentTime)).toBe(true);
  });

  it('steps back by 18 dB under speech, falls silent for an open microphone, and comes back', () => {
    const { music, ramps } = play();
    const heard = (level: MusicLevel) => {
      music.setLevel(level);
      return ramps.at(-1)?.target ?? Number.NaN;
    };
    expect(20 * Math.log10(heard('under-speech'))).toBeCloseTo(-18, 5);
    expect(heard('silent')).toBe(0);
    expect(heard('full')).toBe(1);
  });

  it('fades and gives the device back when it is stopped, once, and writes nothing more', () => {
    const { music, device, clock, oscillators, ramps } = play();
    const written = oscillators.length;
    music.stop();
    music.stop();
    expect(ramps.at(-1)?.target).toBe(0);
    expect(device.isClosed).toBe(false);
    clock.pass(250);
    device.currentTime += 60;
    clock.pass(60_000);
    expect([device.isClosed, oscillators.length, clock.waiting()]).toEqual([true, written, 0]);
    music.setLevel('full');
    expect(ramps.at(-1)?.target).toBe(0);
  });
});

describe('a device that waits for a tap', () => {
  function playSuspended() {
    const { device } = createDevice();
    device.state = 'suspended';
    let allow = () => {};
    device.resume = () => {
      device.resumed += 1;
      return new Promise<void>((resolve) => {
        allow = resolve;
      });
    };
    const music = playMusic('library', {
      clock: createHandClock(),
      seed: 1,
      level: 'full',
      createContext: () => device as unknown as AudioContext,
    });
    return { device, music, allow: () => allow() };
  }
  const tap = () => document.dispatchEvent(new Event('pointerup'));

  it('is asked again at every tap until it sounds', async () => {
    const { device, allow } = playSuspended();
    tap();
    tap();
    expect(device.resumed).toBe(3);
    allow();
    await Promise.resolve();
    await Promise.resolve();
    tap();
    expect(device.resumed).toBe(3);
  });

  it('is left alone once the music was stopped', () => {
    const { device, music } = playSuspended();
    music.stop();
    tap();
    expect(device.resumed).toBe(1);
  });
});
