import { recordingLimitSeconds } from '../../../api/limits.ts';

export const barCount = 40;
export const barMs = 250;
/** Level of a voice that a recogniser detects without a measurement. */
export const heardLevel = 0.5;

/** dBFS of a quiet room and of a loud voice nearby. */
const quietest = -50;
const loudest = -10;
/** Makes the bars' heights differ more. */
const contrast = 1.5;

/** Logarithmic: 0 is a quiet room, 1 a loud voice. */
export function pickLevel(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const decibels = power > 0 ? 10 * Math.log10(power) : quietest;
  return Math.max(0, Math.min(1, (decibels - quietest) / (loudest - quietest))) ** contrast;
}

/** A late timer adds several equal levels. */
export function addLevels(levels: readonly number[], level: number, count: number): readonly number[] {
  return [...levels, ...Array.from({ length: Math.min(count, barCount) }, () => level)].slice(-barCount);
}

/** Samples per second, enough for a voice. */
export const recordedRate = 16_000;

export const warningSeconds = 10;
/** Shorter recordings count as mistakes. */
const shortestMs = 300;

/** Late timers of a hidden page let recordings grow too long. */
export const cutToLimit = (samples: Float32Array) => samples.subarray(0, recordingLimitSeconds * recordedRate);

export const isTooShort = (samples: Float32Array) => samples.length < (recordedRate * shortestMs) / 1000;

/** Undefined before the warning. */
export function pickSecondsLeft(seconds: number): number | undefined {
  const left = Math.max(0, Math.ceil(recordingLimitSeconds - seconds));
  return left <= warningSeconds ? left : undefined;
}
