import { recordingLimitBytes, recordingLimitSeconds } from '../../../api/limits.ts';
import { wavHeaderBytes } from '../../../kit/wav.ts';

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
