import type { CacheLimits } from './museums/record-cache.ts';
import { defaultSpendingLimits, type SpendingLimits } from './spending/spending-limits.ts';

export interface Limits extends CacheLimits {
  middlewareMs: number;
  loginPauseMs: number;
  loginRetryMs: number;
  /** How long the page waits for a museum nobody asked for yet. */
  pageWaitMs: number;
  pingMs: number;
  questionsMs: number;
  settingsMs: number;
  /** For the words of a recording, from its last byte on; and for one text as sound. */
  transcriptionMs: number;
  speechMs: number;
  chat: ChatLimits;
  voice: VoiceLimits;
  spending: SpendingLimits;
}

export interface ChatLimits {
  firstByteMs: number;
  idleMs: number;
  wholeMs: number;
}

export interface VoiceLimits {
  /** For the platform to open a call. */
  openMs: number;
  /** For the platform to be told of a call's end. */
  endMs: number;
  connectMs: number;
  /** For Daily's call machine, and between two tries. */
  bundleMs: number;
  bundleRetryMs: number;
  /** Who waits for a place is asked to come again after this, and has gone when it took `patienceMs`. */
  retryAfterSeconds: number;
  patienceMs: number;
}

const minuteMs = 60_000;

export const defaultLimits: Limits = {
  freshMs: 5 * minuteMs,
  staleMs: 24 * 60 * minuteMs,
  missingMs: 30_000,
  staleRetryMs: 5_000,
  middlewareMs: 3_000,
  loginPauseMs: 30_000,
  loginRetryMs: 2_000,
  pageWaitMs: 300,
  pingMs: 3_000,
  questionsMs: 8_000,
  settingsMs: 3_000,
  transcriptionMs: 20_000,
  speechMs: 12_000,
  chat: { firstByteMs: 10_000, idleMs: 15_000, wholeMs: minuteMs },
  voice: {
    openMs: 8_000,
    endMs: 2_000,
    connectMs: 3_000,
    bundleMs: 5_000,
    bundleRetryMs: 30_000,
    retryAfterSeconds: 3,
    patienceMs: 15_000,
  },
  spending: defaultSpendingLimits,
};
