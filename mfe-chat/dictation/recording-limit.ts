import { recordingLimitBytes, recordingLimitSeconds } from '@enfilade/shared-contracts/api/limits';
import { bytesPerSample, headerBytes } from './to-wave.ts';

/** So long before the end the visitor is warned. */
export const warningSeconds = 10;
/** What is shorter was a slip of the finger. */
const shortestMs = 300;

/** Whole seconds that one recording at `rate` samples per second may last: its file has a limit, too. */
export function pickLimitSeconds(rate: number): number {
  const fitting = Math.floor((recordingLimitBytes - headerBytes) / (bytesPerSample * rate));
  return Math.min(recordingLimitSeconds, fitting);
}

/** A clock that is late, as that of a hidden page, lets a recording grow too long. */
export const cutToLimit = (samples: Float32Array, rate: number) => samples.subarray(0, pickLimitSeconds(rate) * rate);

export const isTooShort = (samples: Float32Array, rate: number) => samples.length < (rate * shortestMs) / 1000;

/** Seconds until the recording is sent by itself; undefined while there is time. */
export function pickSecondsLeft(seconds: number, limitSeconds: number): number | undefined {
  const left = Math.max(0, Math.ceil(limitSeconds - seconds));
  return left <= warningSeconds ? left : undefined;
}
