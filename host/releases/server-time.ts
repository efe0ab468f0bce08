import type { Clock } from '@enfilade/shared-contracts/kit/clock';

const limitMs = 3000;

/**
 * The site's time by an answer that no cache keeps, in ms since the epoch. Asked of another address than the
 * sets': who holds on to an old set there does not hold on to its time. Undefined when nobody answers soon.
 */
export async function loadServerTime(
  fetch: (url: string, options: RequestInit) => Promise<Response>,
  clock: Clock,
): Promise<number | undefined> {
  const attempt = new AbortController();
  const cancel = clock.after(limitMs, () => attempt.abort());
  try {
    const { headers } = await fetch('/healthz', { cache: 'no-store', signal: attempt.signal });
    const time = Date.parse(headers.get('date') ?? '');
    return Number.isNaN(time) ? undefined : time;
  } catch {
    return undefined;
  } finally {
    cancel();
  }
}
