import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { PaidWork } from '../../http/metrics.ts';
import type { SharedState, Values } from '../../shared-state/shared-state.ts';
import type { Bucket } from './bucket.ts';

/** What the state keeps of a visit: its bucket, and until when each of its calls counts as under way (ms since the epoch). */
export interface VisitTab extends Bucket {
  /** Absent where nothing but the bucket is known: the rest was forgotten while the visit went on. */
  underWay?: Partial<Record<PaidWork, readonly number[]>>;
}

export const callsOf = (tab: VisitTab | undefined, work: PaidWork): readonly number[] => tab?.underWay?.[work] ?? [];

/** How long a call still counts as under way when the process that made it is gone. */
export const leaseMs = 10_000;

interface Kept {
  state: Pick<SharedState, 'change'>;
  clock: Clock;
  /** Of the visit's tab. */
  key: string;
  lastsMs: number;
}

interface Call {
  work: PaidWork;
  endsAt: number;
  /** So long it counts at most. */
  mostMs: number;
}

/** Counts a call that has begun as under way until it is over. @returns ends it */
export function keepUnderWay({ state, clock, key, lastsMs }: Kept, { work, endsAt: first, mostMs }: Call): () => Promise<unknown> {
  const last = first - leaseMs + mostMs;
  let endsAt = first;
  let changing: Promise<unknown> = Promise.resolve();
  let cancel = clock.after(leaseMs / 2, goOn);

  function count(until: number | undefined): Promise<unknown> {
    const before = endsAt;
    endsAt = until ?? endsAt;
    const decide = ([tab]: Values) => ({ result: true, values: [withCall(tab, work, { before, until })] });
    // One that failed leaves a lease that ends by itself.
    changing = changing.catch(() => undefined).then(() => state.change({ keys: [key], lastsMs, decide }));
    return changing;
  }

  function goOn(): void {
    if (endsAt >= last) return;
    cancel = clock.after(leaseMs / 2, goOn);
    count(Math.min(last, clock.now() + leaseMs)).catch(() => undefined);
  }

  return () => {
    cancel();
    return count(undefined);
  };
}

/** The visit's tab when one of its calls is over, or counts until another time. */
function withCall(value: unknown, work: PaidWork, { before, until }: { before: number; until: number | undefined }): unknown {
  const tab = value as VisitTab | undefined;
  const running = [...callsOf(tab, work)];
  const index = running.indexOf(before);
  if (index !== -1) running.splice(index, 1);
  return tab && { ...tab, underWay: { ...tab.underWay, [work]: until === undefined ? running : [...running, until] } };
}
