import type { SpentDay } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { rowSchemaOf, type SiteDatabase, selectFrom } from '../../database/site-database.ts';
import { callEvery, createOneAtATime } from '../../http/kit.ts';
import type { PaidWork } from '../../http/metrics.ts';

const dayMs = 24 * 60 * 60_000;
/** Long enough to compare a month with the same month of the year before. */
const keptMs = 400 * dayMs;
const monthsTold = 13;
/** Interval of writes; a killed process loses the spending of one interval. */
const writeMs = 1_000;
const microCentsOfCent = 1_000_000;
/** Includes spending without a museum. */
const wholeSite = '*';

const addSum = `INSERT INTO spent (museum, day, work, micro_cents) VALUES (?, ?, ?, ?)
  ON CONFLICT (museum, day, work) DO UPDATE SET micro_cents = spent.micro_cents + excluded.micro_cents`;
const select = `${selectFrom('spent')} WHERE museum = ? AND day >= ? ORDER BY day, work`;
const rowsSchema = z.array(rowSchemaOf('spent'));

export type SpendingSums = ReturnType<typeof createSpendingSums>;

interface SpendingSumsOptions {
  database: Pick<SiteDatabase, 'query' | 'transaction'>;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** Sums by museum, day (UTC) and work, stored for thirteen months. */
export function createSpendingSums({ database, clock, log }: SpendingSumsOptions) {
  /** Millionths of a cent by the row's key in JSON. */
  const unwritten = new Map<string, number>();
  const oneAtATime = createOneAtATime();
  let isFailing = false;
  let prunedOn = '';
  const endWriting = callEvery(clock, writeMs, () => {
    if (unwritten.size > 0) void oneAtATime(writeAll);
  });

  async function writeAll(): Promise<void> {
    const sums = [...unwritten];
    unwritten.clear();
    const today = dayOf(clock.now());
    try {
      await database.transaction(async (query) => {
        for (const [key, microCents] of sums) await query(addSum, [...(JSON.parse(key) as string[]), microCents]);
        if (prunedOn !== today) await query('DELETE FROM spent WHERE day < ?', [dayOf(clock.now() - keptMs)]);
      });
      prunedOn = today;
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error({ err: error }, 'spending cannot be stored now; the next write tries again');
      isFailing = true;
      for (const [key, microCents] of sums) keep(key, microCents);
    }
  }
  const keep = (key: string, microCents: number) => unwritten.set(key, (unwritten.get(key) ?? 0) + microCents);

  return {
    /** @param microCents millionths of a cent; negative to correct a count that was too high */
    add(museumId: string, work: PaidWork, microCents: number): void {
      const day = dayOf(clock.now());
      const whole = Math.round(microCents);
      if (whole !== 0) for (const id of new Set([museumId, wholeSite])) keep(JSON.stringify([id, day, work]), whole);
    },
    /** Days with spending, oldest first; `*` is the whole site. Rejects if the database cannot be read. */
    async of(museumId: string): Promise<SpentDay[]> {
      const now = new Date(clock.now());
      const since = dayOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsTold + 1));
      const days = new Map<string, Record<string, number>>();
      for (const { day, work, micro_cents: sum } of rowsSchema.parse(await database.query(select, [museumId, since])))
        days.set(day, { ...days.get(day), [work]: sum });
      return [...days].map(describeDay);
    },
    async close(): Promise<void> {
      endWriting();
      await oneAtATime(writeAll);
    },
  };
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function describeDay([day, sums]: [string, Readonly<Record<string, number>>]): SpentDay {
  const work = Object.fromEntries(Object.entries(sums).map(([name, microCents]) => [name, toCents(microCents)]));
  return { day, cents: toCents(Object.values(sums).reduce((sum, microCents) => sum + microCents, 0)), work };
}

const toCents = (microCents: number) => Math.round(microCents / 100) / (microCentsOfCent / 100);
