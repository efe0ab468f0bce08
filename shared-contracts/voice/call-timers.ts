import { leaseRenewalMs } from '../api/voice-schemas.ts';
import type { Clock } from '../kit/clock.ts';
import type { VoicePage } from './voice-page.ts';

/** A network that is back renews before the slot is lost. */
const retryMs = 1_000;
const headers = { 'X-Enfilade': '1' };

interface LeaseOptions {
  page: Pick<VoicePage, 'fetch'>;
  clock: Clock;
  /** The gateway has ended the call, or does not have the visit: it refuses every renewal. */
  onRefused(): void;
}

/** Excludes a proxy's answers while the gateway starts, and 429. */
const isRefusal = ({ status }: Response) => status >= 400 && status < 500 && status !== 429;

/** Renews a call's voice slot at the gateway; the returned function releases it, once. */
export function renewLease(callId: string, { page: { fetch }, clock, onRefused }: LeaseOptions): () => void {
  const path = `/api/voice/calls/${encodeURIComponent(callId)}`;
  let stopTimer = () => {};
  let isOver = false;

  const renew = async () => {
    if (isOver) return;
    // After a failed request, too: a lost network may come back before the slot is lost, and the gateway ends a call without one.
    const response = await fetch(`${path}/renewal`, { method: 'POST', headers }).catch(() => undefined);
    if (isOver) return;
    stopTimer = clock.after(response ? leaseRenewalMs : retryMs, () => void renew());
    if (response && isRefusal(response)) onRefused();
  };
  stopTimer = clock.after(leaseRenewalMs, () => void renew());

  return () => {
    if (isOver) return;
    isOver = true;
    stopTimer();
    // keepalive: the page may be on its way out.
    fetch(path, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
  };
}

/** Connecting takes long after this. */
const slowAfterMs = 4_000;

export type ConnectLimit = ReturnType<typeof createConnectLimit>;

/** How long connecting may take. Waiting for a voice slot or for the visitor does not count. */
export function createConnectLimit(clock: Clock, limitMs: number, on: { slow(): void; over(): void }) {
  let timers: (() => void)[] = [];
  const pause = () => {
    for (const cancel of timers) cancel();
    timers = [];
  };
  return {
    /** From the beginning. */
    run(): void {
      pause();
      timers = [clock.after(limitMs, on.over)];
      if (slowAfterMs < limitMs) timers.push(clock.after(slowAfterMs, on.slow));
    },
    pause,
  };
}

/** A lost connection is given up after this. */
export const reconnectLimitMs = 120_000;
/** Limit of one attempt. */
export const attemptLimitMs = 10_000;

const delaysMs = [0, 1_000, 2_000, 4_000] as const;
const longestDelayMs = 5_000;

export type ReconnectSchedule = ReturnType<typeof startReconnecting>;

export interface ReconnectOptions {
  page: Pick<VoicePage, 'window' | 'navigator'>;
  clock: Clock;
  attempt(): void;
  giveUp(): void;
}

/** Retries repeatedly; waits while the browser is offline, and starts the moment it is online. */
export function startReconnecting({ page, clock, attempt, giveUp }: ReconnectOptions) {
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
  /** The attempt that is under way came to nothing. `retryAfterMs` when the gateway said so. */
  const failed = (retryAfterMs = 0): void => {
    stopWaiting();
    isUnderWay = false;
    stopWaiting = clock.after(Math.max(retryAfterMs, delaysMs[attempts] ?? longestDelayMs), begin);
  };
  /** It worked, or the call is over. */
  const end = (): void => {
    stopWaiting();
    stopGivingUp();
    page.window.removeEventListener('online', begin);
  };

  const stopGivingUp = clock.after(reconnectLimitMs, () => {
    end();
    giveUp();
  });
  page.window.addEventListener('online', begin);
  // Not synchronously, because the caller has no schedule before this returns.
  stopWaiting = clock.after(delaysMs[0], begin);
  return { failed, end };
}
