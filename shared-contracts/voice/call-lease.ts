import { leaseRenewalMs } from '../api/voice-schemas.ts';
import type { Clock } from '../kit/clock.ts';
import type { VoicePage } from './voice-page.ts';

/** A network that is back renews before the slot is lost. */
const retryMs = 1_000;
const headers = { 'X-Enfilade': '1' };

/** Renews a call's voice slot at the gateway; the returned function gives it back, once. */
export function keepLease(callId: string, { fetch }: Pick<VoicePage, 'fetch'>, clock: Clock): () => void {
  const path = `/api/voice/calls/${encodeURIComponent(callId)}`;
  let stopTimer = () => {};
  let isOver = false;

  const renew = async () => {
    if (isOver) return;
    // Whatever became of it: a lost network may come back before the slot is lost, and the gateway ends a call without one.
    const response = await fetch(`${path}/renewal`, { method: 'POST', headers }).catch(() => undefined);
    if (!isOver) stopTimer = clock.after(response ? leaseRenewalMs : retryMs, () => void renew());
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
