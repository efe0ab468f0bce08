import { leaseRenewalMs } from '../api/voice-schemas.ts';
import type { Clock } from '../kit/clock.ts';
import type { VoicePage } from './voice-page.ts';

/** A restored network renews before the slot expires. */
const retryMs = 1_000;
const headers = { 'X-Enfilade': '1' };

interface LeaseOptions {
  page: Pick<VoicePage, 'fetch'>;
  clock: Clock;
  /** The gateway has ended the call or does not know the visit. */
  onRefused(): void;
}

/** A proxy answers with 5xx while the gateway starts, and 429 is temporary. */
const isRefusal = ({ status }: Response) => status >= 400 && status < 500 && status !== 429;

/** The returned function releases the voice slot once. */
export function renewLease(callId: string, { page: { fetch }, clock, onRefused }: LeaseOptions): () => void {
  const path = `/api/voice/calls/${encodeURIComponent(callId)}`;
  let stopTimer = () => {};
  let isOver = false;

  const renew = async () => {
    if (isOver) return;
    // The network may return before the slot expires, and the gateway ends a call that has no slot.
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
    // The visitor may be leaving the page.
    fetch(path, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
  };
}

/** Limit of all attempts together. */
export const reconnectLimitMs = 120_000;
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

/** Pauses while the browser is offline, and retries at once when it is online. */
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
  /** `retryAfterMs` comes from the gateway. */
  const failed = (retryAfterMs = 0): void => {
    stopWaiting();
    isUnderWay = false;
    stopWaiting = clock.after(Math.max(retryAfterMs, delaysMs[attempts] ?? longestDelayMs), begin);
  };
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
  // Not synchronously, because the caller receives the schedule only after this returns.
  stopWaiting = clock.after(delaysMs[0], begin);
  return { failed, end };
}
