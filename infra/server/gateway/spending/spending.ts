import { randomUUID } from 'node:crypto';
import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import { HttpError, toHttpError } from '../../http/exchange.ts';
import { callEvery } from '../../http/kit.ts';
import type { Metrics, PaidWork, SpendingLimit } from '../../http/metrics.ts';
import { type Budget, type BudgetRules, drain, refund, type Share, takeFrom, waitFor } from '../../shared-state/budget.ts';
import type { SharedState, Values } from '../../shared-state/shared-state.ts';
import { type Amount, type Costs, microCentsFor, microCentsOf, priceAt, type SpendingLimits } from './spending-limits.ts';

export interface Spender {
  id: string;
  /** A known museum, or `*` if the museum is unknown. */
  museumId: string;
  address: string;
}

interface PaidCall {
  work: PaidWork;
  amount: Amount;
}

/** Absent: the call used the whole reservation. */
type Bill = { used: Amount } | { costs: Costs } | { failure: unknown };

/** Counts as a running call until its settlement. */
export interface Reservation {
  extend(more: Amount): Promise<boolean>;
  /**
   * Refunds the unused part. Only the first bill counts, and the first bill with costs, which corrects an estimate. Metrics count at once;
   * the promise ends when the budgets are stored, and never rejects.
   */
  settle(bill?: Bill): Promise<void>;
}

export type Spending = ReturnType<typeof createSpending>;

interface SpendingOptions {
  state: Pick<SharedState, 'change'>;
  clock: Clock;
  limits: SpendingLimits;
  metrics: Pick<Metrics, 'count'>;
  nameOf(address: string): string;
  log: Pick<FastifyBaseLogger, 'error'>;
  onSpent?: ((museumId: string, work: PaidWork, microCents: number) => void) | undefined;
}

interface VisitRow extends Budget {
  /** Running calls by id, each with the end of its lease. */
  calls?: Record<string, { work: PaidWork; endsAt: number }>;
}

interface Account {
  limit: SpendingLimit;
  key: string;
  rules: BudgetRules;
}

const accountsOf = ({ id, museumId }: Spender, limits: SpendingLimits): readonly [Account, Account, Account] => [
  { limit: 'visit', key: `visit:${id}`, rules: limits.visit },
  { limit: 'museum', key: `museum:${museumId}`, rules: limits.museumDay },
  { limit: 'site', key: 'site:day', rules: limits.siteDay },
];

interface Refusal {
  limit: SpendingLimit;
  retryAfterSeconds: number;
}

/** A call counts as running for this time after its process has died. */
const leaseMs = 10_000;
const dayMs = 24 * 60 * 60 * 1000;

/** Takes the amounts from all budgets or from none. @returns the new values, or the first budget with less left than the amount */
function takeAll(accounts: readonly Account[], amountOf: (limit: SpendingLimit) => number, values: Values, at: number): object[] | Refusal {
  const after: object[] = [];
  for (const [index, { limit, rules }] of accounts.entries()) {
    const share = { amount: amountOf(limit), at };
    const left = takeFrom(values[index], rules, share);
    if (!left) return { limit, retryAfterSeconds: Math.max(1, Math.ceil(waitFor(values[index], rules, share) / 1000)) };
    after.push({ ...(values[index] as object), ...left });
  }
  return after;
}

/** @returns the shares taken */
function unreserve(shares: Share[], microCents: number): Share[] {
  let rest = microCents;
  return shares.toReversed().map((share) => {
    const amount = Math.min(rest, share.amount);
    rest -= amount;
    share.amount -= amount;
    return { amount, at: share.at };
  });
}

export function createSpending({ state, clock, limits, metrics, nameOf, log, onSpent }: SpendingOptions) {
  const lastsMs = Math.max(dayMs, ...[limits.visit, limits.address].map(({ fillsInMs = dayMs }) => fillsInMs));

  const change = <Result>(accounts: readonly Account[], decide: (values: Values, now: number) => { result: Result; values?: Values }) =>
    state.change<Result>({ keys: accounts.map(({ key }) => key), lastsMs, decide: (values) => decide(values, clock.now()) });

  /** Reserves in every budget or in none, and starts the call's lease. */
  function begin(accounts: readonly Account[], amount: number, { id, work }: { id: string; work: PaidWork }): Promise<Refusal | undefined> {
    return change<Refusal | undefined>(accounts, (values, now) => {
      const visit = values[0] as VisitRow | undefined;
      const running = Object.entries(visit?.calls ?? {}).filter(([, { endsAt }]) => endsAt > now);
      if (running.filter(([, call]) => call.work === work).length >= limits.concurrent[work])
        return { result: { limit: 'concurrent', retryAfterSeconds: limits.concurrentRetrySeconds } };
      // A visit without a row counts as new and is charged to the address: a client that makes the state drop a visit pays for a new one.
      const after = takeAll(accounts, (limit) => (limit === 'address' ? Number(!visit) : amount), values, now);
      if (!Array.isArray(after)) return { result: after };
      const calls = Object.fromEntries([...running, [id, { work, endsAt: now + leaseMs }]]);
      return { result: undefined, values: [{ ...after[0], calls }, ...after.slice(1)] };
    });
  }

  /** A lease that cannot be renewed now ends by itself. */
  function renew(visit: Account, id: string, endsAt: number): void {
    change([visit], ([value]) => {
      const row = value as VisitRow | undefined;
      const call = row?.calls?.[id];
      return { result: undefined, values: [call ? { ...row, calls: { ...row.calls, [id]: { ...call, endsAt } } } : row] };
    }).catch(() => undefined);
  }

  return {
    /** @throws HttpError `too-many` if the budget of visit or address is spent, `busy` if that of museum or site is */
    async reserve(spender: Spender, { work, amount }: PaidCall): Promise<Reservation> {
      const id = randomUUID();
      const begunAt = clock.now();
      const price = priceAt(limits.prices[work], begunAt);
      // A call over midnight is charged at the price of its beginning.
      const costOf = (units: Amount) => (price ? microCentsFor(work, price, units) : 0);
      const accounts = accountsOf(spender, limits);
      const [visit, ...others] = accounts;
      const address: Account = { limit: 'address', key: `address:${nameOf(spender.address)}`, rules: limits.address };
      const shares: Share[] = [{ amount: costOf(amount), at: begunAt }];
      const refusal = await begin([visit, address, ...others], costOf(amount), { id, work });
      if (refusal) {
        metrics.count('enfilade_refused_total', { work, limit: refusal.limit });
        throw refusalError(refusal);
      }
      const underWayUntil = begunAt + limits.underWayMs[work];
      const stopRenewing = callEvery(clock, leaseMs / 2, () => {
        if (clock.now() < underWayUntil) renew(visit, id, Math.min(underWayUntil, clock.now() + leaseMs));
      });
      const reserved = () => shares.reduce((sum, share) => sum + share.amount, 0);
      let counted = 0;
      let isOver = false;
      let isBilled = false;

      const costOfBill = (bill: Bill | undefined): number => {
        if (!bill) return reserved();
        if ('costs' in bill) return microCentsOf(bill.costs, limits.prices, begunAt);
        if ('used' in bill) return Math.min(costOf(bill.used), reserved());
        return isFree(bill.failure) ? 0 : reserved();
      };
      /** Charges what exceeds the reservation as far as the budgets allow. */
      const settleAccounts = (cost: number) => {
        const missing = Math.max(0, cost - reserved());
        const unused = unreserve(shares, Math.max(0, reserved() - cost));
        return change(accounts, (values, now) => ({
          result: undefined,
          values: values.map((value, index) => {
            if (value === undefined && missing === 0) return undefined;
            const { rules } = accounts[index] ?? visit;
            const { [id]: _, ...calls } = (value as VisitRow | undefined)?.calls ?? {};
            const left = drain(refund(value, rules, unused, now), rules, { amount: missing, at: now });
            return { ...(value as object), ...left, ...(index === 0 && { calls }) };
          }),
        }));
      };

      return {
        async extend(more) {
          const share = { amount: costOf(more), at: clock.now() };
          if (isOver) return false;
          const isReserved = await change(accounts, (values, now) => {
            const after = takeAll(accounts, () => share.amount, values, now);
            return Array.isArray(after) ? { result: true, values: after } : { result: false };
          });
          if (isReserved) shares.push(share);
          return isReserved;
        },
        async settle(bill) {
          const hasCosts = bill !== undefined && 'costs' in bill;
          if (hasCosts ? isBilled : isOver) return;
          isOver = true;
          isBilled ||= hasCosts;
          stopRenewing();
          const cost = costOfBill(bill);
          const more = cost - counted;
          counted = cost;
          metrics.count(more < 0 ? 'enfilade_refunded_cents_total' : 'enfilade_spent_cents_total', { work }, Math.abs(more) / 1_000_000);
          onSpent?.(spender.museumId, work, more);
          // A failed settlement leaves the amount reserved, and the lease expires.
          await settleAccounts(cost).catch((error: unknown) =>
            log.error({ err: error }, 'the end of a paid call could not be stored; its reservation stays until the budget refills'),
          );
        },
      };
    },
  };
}

export async function chargeFor<T>(reservation: Reservation, call: () => Promise<T>): Promise<T> {
  try {
    const result = await call();
    void reservation.settle();
    return result;
  } catch (failure) {
    void reservation.settle({ failure });
    throw failure;
  }
}

const neverReached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * True if the call certainly cost nothing. Any other failure may cost money, because the service may have processed the request before the
 * failure.
 */
export function isFree(error: unknown): boolean {
  const { code, retryAfterSeconds, cause } = toHttpError(error);
  // Only an open circuit adds a retry time to a failure: the service got no request.
  if (code === 'busy' || (code === 'upstream-failed' && retryAfterSeconds !== undefined)) return true;
  return typeof cause === 'object' && cause !== null && 'code' in cause && neverReached.has(String(cause.code));
}

const refusals: Record<SpendingLimit, { code: GatewayErrorCode; reason: string }> = {
  concurrent: { code: 'too-many', reason: 'the visit has too many calls of this kind running' },
  visit: { code: 'too-many', reason: 'the visit has spent its budget' },
  address: { code: 'too-many', reason: 'too many visits began at one address' },
  museum: { code: 'busy', reason: 'the museum’s budget of the day is spent' },
  site: { code: 'busy', reason: 'the site’s budget of the day is spent' },
};

function refusalError({ limit, retryAfterSeconds }: Refusal): HttpError {
  const { code, reason } = refusals[limit];
  return new HttpError(code, { reason, retryAfterSeconds });
}
