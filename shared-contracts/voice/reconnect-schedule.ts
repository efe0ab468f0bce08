import type { Clock } from '../kit/clock.ts';
import type { VoicePage } from './voice-page.ts';

/** A lost connection is looked for this long. */
export const reconnectLimitMs = 120_000;
/** One attempt may take so long. */
export const attemptLimitMs = 10_000;

const delaysMs = [0, 1_000, 2_000, 4_000] as const;
const longestDelayMs = 5_000;

export interface ReconnectSchedule {
  /** The attempt that is under way came to nothing. `retryAfterMs` when the gateway said so. */
  failed(retryAfterMs?: number): void;
  /** It worked, or the call is over. */
  end(): void;
}

export interface ReconnectOptions {
  page: Pick<VoicePage, 'window' | 'navigator'>;
  clock: Clock;
  attempt(): void;
  giveUp(): void;
}

/** Tries again and again; waits while the browser knows that it is offline, and begins the moment it is not. */
export function startReconnecting({ page, clock, attempt, giveUp }: ReconnectOptions): ReconnectSchedule {
  let attempts = 0;
  let isUnderWay = false;
  let stopWaiting = () => {};

  const begin = () => {
    if (isUnderWay || page.navigator.onLine === false) return;
    stopWaiting();
    isUnderWay = true;
    attempts += 1;
    stopWaiting = clock.after(attemptLimitMs, () => failed());
    attempt();
  };
  const failed = (retryAfterMs = 0) => {
    stopWaiting();
    isUnderWay = false;
    stopWaiting = clock.after(Math.max(retryAfterMs, delaysMs[attempts] ?? longestDelayMs), begin);
  };
  const end = () => {
    stopWaiting();
    stopGivingUp();
    page.window.removeEventListener('online', begin);
  };

  const stopGivingUp = clock.after(reconnectLimitMs, () => {
    end();
    giveUp();
  });
  page.window.addEventListener('online', begin);
  // Not at once: the caller does not have the schedule before this returns.
  stopWaiting = clock.after(delaysMs[0], begin);
  return { failed, end };
}
