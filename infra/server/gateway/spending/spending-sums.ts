import type { SpentDay } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import type { PaidWork } from '../../http/metrics.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';

const dayMs = 24 * 60 * 60_000;
/** Long enough to compare a month with the one a year before. */
const keptMs = 400 * dayMs;
const monthsTold = 13;
/** What is spent within so long is written together; a process that is killed forgets so much of it. */
const writeMs = 1_000;
const microCentsOfCent = 1_000_000;
/** For all museums together, and what belongs to none. */
const wholeSite = '*';

/** Millionths of a cent by day (UTC) and work. */
type MonthSums = Readonly<Record<string, Readonly<Partial<Record<PaidWork, number>>>>>;

export type SpendingSums = ReturnType<typeof createSpendingSums>;

export interface SpendingSumsOptions {
  kept: Pick<SharedState, 'change'>;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** What the site spent, by day and museum, kept for thirteen months. A value holds one month of one museum. */
export function createSpendingSums({ kept, clock, log }: SpendingSumsOptions) {
  /** Keys of months. */
  const unwritten = new Map<string, MonthSums>();
  let cancelWrite: (() => void) | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  let isFailing = false;
  let isClosed = false;

  /** One after the other: the last one ends when all have. */
  function write(): Promise<unknown> {
    cancelWrite?.();
    cancelWrite = undefined;
    writing = writing.then(() => {
      const all = [...unwritten];
      unwritten.clear();
      return Promise.all(all.map(([key, sums]) => writeMonth(key, sums)));
    });
    return writing;
  }
  async function writeMonth(key: string, sums: MonthSums): Promise<void> {
    try {
      await kept.change({
        keys: [key],
        lastsMs: keptMs,
        decide: ([found]) => ({ result: undefined, values: [mergeSums(found as MonthSums, sums)] }),
      });
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error({ err: error }, 'what was spent cannot be written down now; it is tried again');
      isFailing = true;
      keep(key, sums);
    }
  }
  function keep(key: string, sums: MonthSums): void {
    unwritten.set(key, mergeSums(unwritten.get(key), sums));
    if (!isClosed) cancelWrite ??= clock.after(writeMs, () => void write());
  }

  return {
    /** @param microCents below 0 of what had been counted too high */
    add(museumId: string, work: PaidWork, microCents: number): void {
      if (microCents === 0) return;
      const day = dayOf(clock.now());
      for (const id of new Set([museumId, wholeSite])) keep(keyOf(id, day), { [day]: { [work]: microCents } });
    },
    /** Oldest first, days on which something was spent; of `*` by the whole site. Rejects when it cannot be read. */
    async of(museumId: string): Promise<SpentDay[]> {
      const now = new Date(clock.now());
      const months = Array.from({ length: monthsTold }, (_, at) =>
        dayOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsTold + 1 + at)),
      );
      const found = await kept.change({
        keys: months.map((month) => keyOf(museumId, month)),
        lastsMs: 0,
        decide: (values) => ({ result: values }),
      });
      return found.flatMap((sums) =>
        Object.entries((sums ?? {}) as MonthSums)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(describeDay),
      );
    },
    /** Writes what is left, as far as it can be, and tries nothing later: the process could not end. */
    async close(): Promise<void> {
      isClosed = true;
      await write();
    },
  };
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const keyOf = (museumId: string, day: string) => `spent:${museumId}:${day.slice(0, 7)}`;

function mergeSums(one: MonthSums | undefined, other: MonthSums): MonthSums {
  const merged: Record<string, Partial<Record<PaidWork, number>>> = { ...one };
  for (const [day, ofDay] of Object.entries(other)) {
    const sums = { ...merged[day] };
    for (const [work, microCents] of Object.entries(ofDay) as [PaidWork, number][]) sums[work] = (sums[work] ?? 0) + microCents;
    merged[day] = sums;
  }
  return merged;
}

function describeDay([day, sums]: [string, MonthSums[string]]): SpentDay {
  const work = Object.fromEntries(Object.entries(sums).map(([name, microCents]) => [name, toCents(microCents)]));
  return { day, cents: toCents(Object.values(sums).reduce((sum, microCents) => sum + microCents, 0)), work };
}

/** To a ten-thousandth of a cent. */
const toCents = (microCents: number) => Math.round(microCents / 100) / (microCentsOfCent / 100);
