import { beforeEach, expect, it } from '@rstest/core';
import { Capture } from './processors.ts';
import type { FromCapture } from './worklet-messages.ts';

const inputRate = 48_000;
let messages: FromCapture[] = [];
let capture: Capture;

beforeEach(() => {
  messages = [];
  capture = new Capture({ inputRate, frameRate: 16_000 }, (message) => messages.push(message));
});

/** Feeds a constant value in blocks of a worklet's size. */
function feed(ms: number, value = 0.5): void {
  for (let block = 0; block < (ms * inputRate) / 1000 / 128; block++) capture.feed(new Float32Array(128).fill(value));
}

const frames = () => messages.filter((message) => message.t === 'frame').map(({ pcm }) => new Int16Array(pcm));
const levels = () => messages.filter((message) => message.t === 'level').map(({ level }) => level);

it('Capture sends frames of 20 ms and 640 bytes while the microphone is on, and clips samples that are too loud', () => {
  capture.receive({ t: 'microphone', isOn: true });
  feed(1_000);
  expect(frames()).toHaveLength(50);
  expect(frames().every((frame) => frame.byteLength === 640)).toBe(true);
  expect((frames().at(-1)?.[0] ?? 0) / 32_767).toBeCloseTo(0.5, 3);
  feed(100, 3);
  expect(frames().at(-1)?.[100]).toBe(32_767);
});

it('Capture sends no frame while the microphone is off, and nothing without a microphone', () => {
  feed(500);
  capture.receive({ t: 'microphone', isOn: true });
  feed(100);
  capture.receive({ t: 'microphone', isOn: false });
  messages = [];
  feed(500);
  expect(frames()).toEqual([]);
  expect(levels().at(-1)).toBe(0);
  messages = [];
  capture.receive({ t: 'microphone', isOn: true });
  capture.feed(undefined);
  expect(messages).toEqual([]);
});

it('Capture drops samples from before the microphone was switched off', () => {
  capture.receive({ t: 'microphone', isOn: true });
  feed(50);
  capture.receive({ t: 'microphone', isOn: false });
  capture.receive({ t: 'microphone', isOn: true });
  messages = [];
  feed(100, 0);
  const samples = frames().flatMap((frame) => [...frame]);
  expect(samples.every((sample) => sample === 0)).toBe(true);
});

it('Capture reports the level ten times a second', () => {
  capture.receive({ t: 'microphone', isOn: true });
  feed(1_050);
  expect(levels()).toHaveLength(10);
  expect(levels().at(-1)).toBeCloseTo(0.5, 3);
});
