import { beforeEach, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { Playout } from './processors.ts';
import type { FromPlayout } from './worklet-messages.ts';

const outputRate = 48_000;
const rate = 22_050;
const sound = (ms: number) => new Int16Array(Math.round((ms * rate) / 1000)).fill(8_000).buffer;

let reports: FromPlayout[] = [];
let playout: Playout;

beforeEach(() => {
  reports = [];
  playout = new Playout(outputRate, (report) => reports.push(report));
  playout.receive({ t: 'rate', rate });
  playout.receive({ t: 'start' });
});

/** Renders blocks of a worklet's size and returns the output. */
function render(ms: number): number[] {
  const all: number[] = [];
  for (let block = 0; block < (ms * outputRate) / 1000 / 128; block++) {
    const output = new Float32Array(128);
    playout.render(output);
    all.push(...output);
  }
  return all;
}

const loudMs = (output: readonly number[]) => (output.filter((sample) => Math.abs(sample) > 0.1).length * 1000) / outputRate;

it('Playout plays each sample once and reports the end at once', () => {
  playout.receive({ t: 'pcm', pcm: sound(150) });
  expect(loudMs(render(160))).toBeCloseTo(150, 0);
  expect(reports.at(-1)).toMatchObject({ playedMs: 150, queuedMs: 0 });
});

it('Playout counts every sample that it receives, in pieces of any size', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 80 })), { maxLength: 12 }), (pieces) => {
      const counted: FromPlayout[] = [];
      const player = new Playout(outputRate, (report) => counted.push(report));
      player.receive({ t: 'rate', rate });
      player.receive({ t: 'start' });
      let given = 0;
      for (const [ms, wait] of pieces) {
        const pcm = sound(ms);
        given += pcm.byteLength / 2;
        player.receive({ t: 'pcm', pcm });
        for (let at = 0; at < wait; at++) player.render(new Float32Array(128));
      }
      for (let at = 0; at < 800; at++) player.render(new Float32Array(128));
      const last = counted.at(-1);
      return last?.queuedMs === 0 && last.playedMs === Math.round((given * 1000) / rate);
    }),
    // A run renders two seconds of sound.
    { numRuns: 15 },
  );
});

it('Playout holds samples until the page plays, then plays all of them', () => {
  const early = new Playout(outputRate, (report) => reports.push(report));
  early.receive({ t: 'rate', rate });
  early.receive({ t: 'pcm', pcm: sound(150) });
  const renderEarly = () =>
    Array.from({ length: 150 }, () => new Float32Array(128)).flatMap((output) => [...(early.render(output), output)]);
  expect([loudMs(renderEarly()), reports.at(-1)]).toEqual([0, expect.objectContaining({ playedMs: 0, queuedMs: 150 })]);
  early.receive({ t: 'start' });
  expect(loudMs(renderEarly())).toBeCloseTo(150, 0);
});

it('Playout is silent 10 ms after a flush and plays the samples that follow', () => {
  playout.receive({ t: 'pcm', pcm: sound(2_000) });
  render(200);
  playout.receive({ t: 'flush' });
  expect(loudMs(render(10))).toBeLessThan(6);
  expect(loudMs(render(200))).toBe(0);
  playout.receive({ t: 'pcm', pcm: sound(100) });
  expect(loudMs(render(200))).toBeCloseTo(100, 0);
});

it('Playout begins once 40 ms of sound are queued, or 40 ms after the first sample', () => {
  playout.receive({ t: 'pcm', pcm: sound(10) });
  expect(loudMs(render(30))).toBe(0);
  expect(loudMs(render(30))).toBeCloseTo(10, 0);
  playout.receive({ t: 'pcm', pcm: sound(60) });
  expect(loudMs(render(20))).toBeGreaterThan(15);
});

it('Playout reports ten times a second, also in silence', () => {
  render(1_050);
  expect(reports).toHaveLength(10);
  expect(reports.at(-1)).toEqual({ t: 'played', level: 0, playedMs: 0, queuedMs: 0 });
});
