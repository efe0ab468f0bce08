import { recordingLimitBytes, recordingLimitSeconds } from '../../../api/limits.ts';
import { wavHeaderBytes } from '../../../kit/wav.ts';

export const barCount = 40;
/** Duration of one bar. */
export const barMs = 250;
/** The one height of a voice that the recogniser detects without a measurement. */
export const heardLevel = 0.5;

/** In dBFS: a quiet room and a loud voice close by. */
const quietest = -50;
const loudest = -10;
/** Without it, all bars had nearly the same height. */
const contrast = 1.5;

/** Loudness of samples from -1 to 1, on a logarithmic scale: 0 is a quiet room, 1 a loud voice. */
export function pickLevel(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const decibels = power > 0 ? 10 * Math.log10(power) : quietest;
  return Math.max(0, Math.min(1, (decibels - quietest) / (loudest - quietest))) ** contrast;
}

/** The newest bars with `count` more, all equally high: several when the timer was late. */
export function addLevels(levels: readonly number[], level: number, count: number): readonly number[] {
  return [...levels, ...Array.from({ length: Math.min(count, barCount) }, () => level)].slice(-barCount);
}

/** Samples per second of the file that is sent: all a voice needs. */
export const recordedRate = 16_000;
const bytesPerSample = 2;

/** The visitor is warned so long before the limit. */
export const warningSeconds = 10;
/** A shorter press was a mistake. */
const shortestMs = 300;

/** Whole seconds one recording may last: the size of its file is limited, too. */
export const limitSeconds = Math.min(
  recordingLimitSeconds,
  Math.floor((recordingLimitBytes - wavHeaderBytes) / (bytesPerSample * recordedRate)),
);

/** Timers of a hidden page are late, which lets a recording grow too long. */
export const cutToLimit = (samples: Float32Array) => samples.subarray(0, limitSeconds * recordedRate);

export const isTooShort = (samples: Float32Array) => samples.length < (recordedRate * shortestMs) / 1000;

/** Seconds until the recording is sent by itself; undefined while there is time. */
export function pickSecondsLeft(seconds: number): number | undefined {
  const left = Math.max(0, Math.ceil(limitSeconds - seconds));
  return left <= warningSeconds ? left : undefined;
}
