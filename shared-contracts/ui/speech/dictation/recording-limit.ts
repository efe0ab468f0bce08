import { recordingLimitBytes, recordingLimitSeconds } from '../../../api/limits.ts';
import { wavHeaderBytes } from '../../../kit/wav.ts';

const bytesPerSample = 2;

/** The visitor is warned so long before the limit. */
export const warningSeconds = 10;
/** A shorter press was a mistake. */
const shortestMs = 300;

/** Whole seconds one recording at `rate` samples per second may last: the size of its file is limited, too. */
export function pickLimitSeconds(rate: number): number {
  const fitting = Math.floor((recordingLimitBytes - wavHeaderBytes) / (bytesPerSample * rate));
  return Math.min(recordingLimitSeconds, fitting);
}

/** Timers of a hidden page are late, which lets a recording grow too long. */
export const cutToLimit = (samples: Float32Array, rate: number) => samples.subarray(0, pickLimitSeconds(rate) * rate);

export const isTooShort = (samples: Float32Array, rate: number) => samples.length < (rate * shortestMs) / 1000;

/** Seconds until the recording is sent by itself; undefined while there is time. */
export function pickSecondsLeft(seconds: number, limitSeconds: number): number | undefined {
  const left = Math.max(0, Math.ceil(limitSeconds - seconds));
  return left <= warningSeconds ? left : undefined;
}
