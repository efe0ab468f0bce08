import { leaseRenewalMs } from '../api/voice-schemas.ts';
import type { Clock } from '../kit/clock.ts';
import type { VoicePage } from './voice-page.ts';

/** A line that is back renews before its place is lost. */
const retryMs = 1_000;
const headers = { 'X-Enfilade': '1' };

/** Keeps a call's place at the gateway until it is given back; the returned function does that, once. */
export function keepLease(callId: string, { fetch }: Pick<VoicePage, 'fetch'>, clock: Clock): () => void {
  const path = `/api/voice/calls/${encodeURIComponent(callId)}`;
  let stopClock = () => {};
  let isOver = false;

  const renew = async () => {
    if (isOver) return;
    // Whatever became of it: a lost line may come back before the place is lost, and the gateway ends what has none.
    const answer = await fetch(`${path}/renewal`, { method: 'POST', headers }).catch(() => undefined);
    if (!isOver) stopClock = clock.after(answer ? leaseRenewalMs : retryMs, () => void renew());
  };
  stopClock = clock.after(leaseRenewalMs, () => void renew());

  return () => {
    if (isOver) return;
    isOver = true;
    stopClock();
    // keepalive: the page may be on its way out.
    fetch(path, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
  };
}
