import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import { HttpError } from '../../http/http-error.ts';
import type { Metrics, PaidWork, SpendingLimit } from '../../http/metrics.ts';
import type { Decision, SharedState, Values } from '../../shared-state/shared-state.ts';
import { type Bucket, type BucketRules, drain, fullBucket, refund, waitFor, withdrawFrom } from './bucket.ts';
import { callsOf, keepUnderWay, leaseMs, type VisitTab } from './calls-under-way.ts';
import { type Amount, microCentsFor, microCentsOf, priceAt } from './prices.ts';
import { createReservation, type Reservation } from './reservation.ts';
import type { SpendingLimits } from './spending-limits.ts';

/** Who asks for a call. */
export interface Spender {
  /** Of the signed visit. */
  id: string;
  /** One that is known to be, or `*` where nothing says which it is. */
  museumId: string;
  address: string;
}

export interface PaidCall {
  work: PaidWork;
  /** At most, in the units of its price. */
  amount: Amount;
}

/** What this site may spend on its services, counted in its shared state. */
export type Spending = ReturnType<typeof createSpending>;

export interface SpendingOptions {
  state: Pick<SharedState, 'change'>;
  clock: Clock;
  limits: SpendingLimits;
  metrics: Pick<Metrics, 'count'>;
  /** Makes of an address a name that says nothing of it. */
  nameOf(address: string): string;
  log: Pick<FastifyBaseLogger, 'error'>;
  /** See `GatewayOptions`. */
  onSpent?: ((museumId: string, work: PaidWork, microCents: number) => void) | undefined;
}

const bucketOf = (value: unknown): Bucket => (value as Bucket | undefined) ?? fullBucket;
const dayMs = 24 * 60 * 60 * 1000;

/** A bucket of the shared state. */
interface Purse {
  limit: SpendingLimit;
  key: string;
  rules: BucketRules;
}

type Refusal = { limit: SpendingLimit; retryAfterSeconds: number };

/** All or nothing. @returns the buckets afterwards, or the first that had not so much */
function withdraw(purses: readonly Purse[], amounts: readonly number[], values: Values, at: number): Bucket[] | Refusal {
  const after: Bucket[] = [];
  for (const [index, { limit, rules }] of purses.entries()) {
    const withdrawal = { amount: amounts[index] ?? 0, at };
    const left = withdrawFrom(bucketOf(values[index]), rules, withdrawal);
    if (!left) return { limit, retryAfterSeconds: Math.max(1, Math.ceil(waitFor(bucketOf(values[index]), rules, withdrawal) / 1000)) };
    after.push({ ...(values[index] as object), ...left });
  }
  return after;
}

export function createSpending({ state, clock, limits, metrics, nameOf, log, onSpent }: SpendingOptions) {
  // The longest any of them takes to be full again.
  const lastsMs = Math.max(dayMs, ...[limits.visit, limits.address].map(({ fillsInMs = dayMs }) => fillsInMs));

  const pursesOf = ({ id, museumId }: Spender): readonly [Purse, Purse, Purse] => [
    { limit: 'visit', key: `visit:${id}`, rules: limits.visit },
    { limit: 'museum', key: `museum:${museumId}`, rules: limits.museumDay },
    { limit: 'site', key: 'site:day', rules: limits.siteDay },
  ];

  /** Of a call that is over nobody waits for it: what cannot be counted stays set aside, and its lease ends by itself. */
  const orLog = (counted: Promise<unknown>): Promise<unknown> =>
    counted.catch((error: unknown) => log.error({ err: error }, 'What a call spent, or that it is over, could not be counted'));

  /** Sets aside for a call that begins, and counts it as under way. */
  function begin(spender: Spender, { work, microCents }: { work: PaidWork; microCents: number }): Promise<{ endsAt: number } | Refusal> {
    const [ofVisit, ...ofOthers] = pursesOf(spender);
    const address: Purse = { limit: 'address', key: `address:${nameOf(spender.address)}`, rules: limits.address };
    const purses = [ofVisit, address, ...ofOthers];
    return state.change<{ endsAt: number } | Refusal>({
      keys: purses.map(({ key }) => key),
      lastsMs,
      decide(values) {
        const at = clock.now();
        const tab = values[0] as VisitTab | undefined;
        const running = callsOf(tab, work).filter((endsAt) => endsAt > at);
        if (running.length >= limits.concurrent[work])
          return { result: { limit: 'concurrent', retryAfterSeconds: limits.concurrentRetrySeconds } };
        // A visit that was forgotten is a new one: who makes this site forget pays for it with another beginning.
        const amounts = [microCents, tab ? 0 : 1, microCents, microCents];
        const after = withdraw(purses, amounts, values, at);
        if (!Array.isArray(after)) return { result: after };
        const endsAt = at + leaseMs;
        const underWay = { ...tab?.underWay, [work]: [...running, endsAt] };
        return { result: { endsAt }, values: [{ ...after[0], underWay }, ...after.slice(1)] };
      },
    });
  }

  return {
    /**
     * Sets the cost of a call aside in the budgets of visit, address, museum and site, or in none.
     * @throws HttpError `too-many` when the visit or its address spend too much, `busy` when museum or site did
     */
    async reserve(spender: Spender, { work, amount }: PaidCall): Promise<Reservation> {
      const begunAt = clock.now();
      const price = priceAt(limits.prices[work], begunAt);
      // What lasts over midnight is paid as it began.
      const costOf = (units: Amount) => (price ? microCentsFor(work, price, units) : 0);
      const begun = await begin(spender, { work, microCents: costOf(amount) });
      if ('limit' in begun) {
        metrics.count('enfilade_refused_total', { work, limit: begun.limit });
        throw spendingRefusal(begun.limit, begun.retryAfterSeconds);
      }
      const purses = pursesOf(spender);
      const mostMs = limits.underWayMs[work];
      const stopCounting = keepUnderWay({ state, clock, key: purses[0].key, lastsMs }, { work, endsAt: begun.endsAt, mostMs });
      const change = (decide: (values: Values) => Decision<boolean>) =>
        state.change({ keys: purses.map(({ key }) => key), lastsMs, decide });
      const settle = (turn: (bucket: Bucket, rules: BucketRules) => Bucket) =>
        orLog(
          change((values) => ({
            result: true,
            values: values.map((value, index) => ({
              ...(value as object),
              ...turn(bucketOf(value), purses[index]?.rules ?? limits.siteDay),
            })),
          })),
        );
      return createReservation({
        clock,
        first: amount,
        costOf,
        priceOf: (costs) => microCentsOf(costs, limits.prices, begunAt),
        withdraw: (microCents) =>
          change((values) => {
            const after = withdraw(
              purses,
              purses.map(() => microCents),
              values,
              clock.now(),
            );
            return Array.isArray(after) ? { result: true, values: after } : { result: false };
          }),
        refund: (withdrawal) => settle((bucket, rules) => refund(bucket, rules, withdrawal, clock.now())),
        drain: (microCents) => settle((bucket, rules) => drain(bucket, rules, { amount: microCents, at: clock.now() })),
        onSpent(microCents) {
          metrics.count('enfilade_spent_cents_total', { work }, microCents / 1_000_000);
          onSpent?.(spender.museumId, work, microCents);
        },
        onRefunded(microCents) {
          metrics.count('enfilade_refunded_cents_total', { work }, microCents / 1_000_000);
          onSpent?.(spender.museumId, work, -microCents);
        },
        onEnd: () => orLog(stopCounting()),
      });
    },
  };
}

/** `too-many` where the visitor spends too much, `busy` where the museum's or the site's money is gone. */
const refusals: Record<SpendingLimit, { code: GatewayErrorCode; reason: string }> = {
  concurrent: { code: 'too-many', reason: 'the visit has as many such calls under way as it may' },
  visit: { code: 'too-many', reason: 'the visit has spent what it may' },
  address: { code: 'too-many', reason: 'too many visits began at one address' },
  museum: { code: 'busy', reason: 'the museum’s budget of the day is spent' },
  site: { code: 'busy', reason: 'the site’s budget of the day is spent' },
};

function spendingRefusal(limit: SpendingLimit, retryAfterSeconds: number): HttpError {
  const { code, reason } = refusals[limit];
  return new HttpError(code, { reason, retryAfterSeconds });
}
