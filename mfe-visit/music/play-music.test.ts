import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { musicPieces } from '@enfilade/shared-contracts/museum/profile';
import { createSettingsSource } from '@enfilade/shared-contracts/visit/testing/settings-source';
import { describe, expect, it } from '@rstest/core';
import { type MusicLevel, type MusicOptions, playMusic } from './play-music.ts';

interface Score {
  beatsPerBar: number;
  timbres: Record<string, unknown>;
  phrases: string[][];
}

type Ramp = { target: number; at: number };

function createDevice(state: string) {
  const oscillators: { begins: number; ends: number; hertz: number; writtenAt: number }[] = [];
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
    state,
    destination: {},
    isClosed: false,
    resumed: 0,
    addEventListener() {},
    createGain: node,
    createConvolver: () => ({ ...node(), buffer: null }),
    createBuffer: (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) }),
    createOscillator() {
      const wave = {
        ...node(),
        frequency: param(),
        onended: null,
        start: (begins: number) =>
          void oscillators.push({ begins, ends: begins, hertz: Math.round(wave.frequency.value), writtenAt: device.currentTime }),
        stop(ends: number) {
          Object.assign(oscillators.at(-1) ?? {}, { ends });
        },
      };
      return wave;
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

function play(options: Partial<MusicOptions> = {}, state = 'running') {
  const { device, oscillators, ramps } = createDevice(state);
  const clock = createHandClock();
  const music = playMusic('staircase', {
    clock,
    session: createSettingsSource(),
    level: 'full',
    createContext: () => device as unknown as AudioContext,
    ...options,
  });
  /** On a visible page both clocks advance together. */
  const pass = (seconds: number) => {
    for (let tick = 0; tick < seconds * 10; tick += 1) {
      device.currentTime += 0.1;
      clock.pass(100);
    }
  };
  return { device, oscillators, ramps, clock, music, pass };
}

it('The music is scheduled at most 1.5 s and a note’s length ahead, without an end', () => {
  const { oscillators, pass } = play();
  pass(60);
  expect(oscillators.every(({ begins, ends }) => ends > begins)).toBe(true);
  expect(oscillators.every(({ begins, writtenAt }) => begins >= writtenAt && begins < writtenAt + 1.5 + 4)).toBe(true);
  expect(Math.max(...oscillators.map(({ begins }) => begins))).toBeGreaterThan(55);
});

it('The music plays no missed notes after the device slept', () => {
  const { oscillators, device, clock } = play();
  const before = oscillators.length;
  device.currentTime += 3600;
  clock.pass(300);
  const written = oscillators.slice(before);
  expect(written.length > 0 && written.length < 100).toBe(true);
  expect(written.every(({ begins }) => begins >= device.currentTime)).toBe(true);
});

it('The music plays 18 dB lower under speech, is silent for an open microphone, and returns', () => {
  const { music, ramps } = play();
  const heard = (level: MusicLevel) => {
    music.setLevel(level);
    return ramps.at(-1)?.target ?? Number.NaN;
  };
  expect(20 * Math.log10(heard('under-speech'))).toBeCloseTo(-18, 5);
  expect(heard('silent')).toBe(0);
  expect(heard('full')).toBe(1);
});

it('Stopping the music fades it, closes the device once, and schedules nothing more', () => {
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

/** The notes of the phrases, each as a text. */
function listen(phraseCount: number, random: () => number): string[] {
  const { oscillators, pass } = play({ random });
  const phraseSeconds = (4 * 4 * 60) / 63;
  pass(phraseCount * phraseSeconds);
  return Array.from({ length: phraseCount }, (_, phrase) => {
    const begin = 0.1 + phrase * phraseSeconds - 0.01;
    const notes = oscillators.filter(({ begins }) => begins >= begin && begins < begin + phraseSeconds);
    return notes.map(({ begins, hertz }) => `${(begins - begin).toFixed(2)} ${hertz}`).join();
  });
}

it('The music plays whole phrases and none twice in a row, and other random numbers give another order of phrases', () => {
  const [first, second, third, fourth] = listen(4, () => 0);
  expect(first).not.toBe('');
  expect([third, fourth]).toEqual([first, second]);
  expect(second).not.toBe(first);
  expect(listen(4, () => 0.9)).not.toEqual([first, second, third, fourth]);
});

describe.each(musicPieces)('the score %s', (piece) => {
  const { beatsPerBar, timbres, phrases }: Score = JSON.parse(
    readFileSync(path.join(import.meta.dirname, 'scores', `${piece}.json`), 'utf8'),
  );
  const bars = phrases.flat();
  const notes = bars.flatMap((bar) => (bar ? bar.split(', ') : [])).map((note) => note.split(' '));

  it('A score’s notes begin within their bar, gently, on the score’s instruments and in one scale', () => {
    for (const [name = '', ...numbers] of notes) {
      const [beat = Number.NaN, , loudness = Number.NaN, beats = 1] = numbers.map(Number);
      expect(timbres).toHaveProperty(name);
      expect(beat >= 0 && beat < beatsPerBar && loudness > 0 && loudness < 0.8 && beats > 0).toBe(true);
    }
    const midis = notes.map(([, , midi]) => Number(midi));
    expect(Math.min(...midis)).toBeGreaterThanOrEqual(33);
    expect(Math.max(...midis)).toBeLessThanOrEqual(104);
    expect(new Set(midis.map((midi) => midi % 12)).size).toBeLessThanOrEqual(7);
  });

  it('A score has at least eight phrases of four bars, all different', () => {
    expect(phrases.length).toBeGreaterThanOrEqual(8);
    expect(phrases.filter((phrase) => phrase.length !== 4)).toEqual([]);
    expect(new Set(phrases.map((phrase) => phrase.join())).size).toBe(phrases.length);
  });

  it('A score is never silent for two bars, in any order, and has at most twelve notes a bar', () => {
    expect(phrases.filter(([first, ...others]) => !first || others.some((bar, index) => !bar && others[index + 1] === ''))).toEqual([]);
    expect(Math.max(...bars.map((bar) => bar.split(', ').length))).toBeLessThanOrEqual(12);
  });
});

it('Every tap resumes a suspended device until it runs, and after a phone call, but not after the music was stopped', () => {
  const { device, music } = play({}, 'suspended');
  const tap = () => document.dispatchEvent(new Event('pointerup'));
  tap();
  tap();
  expect(device.resumed).toBe(3);
  device.state = 'running';
  tap();
  expect(device.resumed).toBe(3);
  device.state = 'interrupted';
  tap();
  expect(device.resumed).toBe(4);
  music.stop();
  tap();
  expect(device.resumed).toBe(4);
});
