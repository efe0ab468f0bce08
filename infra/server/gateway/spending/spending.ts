import { randomUUID } from 'node:crypto';
import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import { HttpError, toHttpError } from '../../http/exchange.ts';
import type { Metrics, PaidWork, SpendingLimit } from '../../http/metrics.ts';
import type { SharedState, Values } from '../../shared-state/shared-state.ts';
import { type Budget, type BudgetRules, drain, refund, type Share, takeFrom, waitFor } from './budget.ts';
import { type Amount, type Costs, microCentsFor, microCentsOf, priceAt, type SpendingLimits } from './spending-limits.ts';

/** The payer of a call. */
export interface Spender {
  /** Id of the signed visit. */
  id: string;
  /** A known museum, or `*` if the museum is unknown. */
  museumId: string;
  address: string;
}

export interface PaidCall {
  work: PaidWork;
  /** At most, in the units of its price. */
  amount: Amount;
}

/** What a call came to: what it used, what the service says that it cost, or why it failed. Absent: it used everything. */
export type Bill = { used: Amount } | { costs: Costs } | { failure: unknown };

/** Money reserved for one call, which counts as under way until it is settled. */
export interface Reservation {
  /** Reserves more for the same call; false if the budget is too small. */
  extend(more: Amount): Promise<boolean>;
  /**
   * The call is over: what it did not use goes back. Only the first bill counts, and the first with costs, which corrects an
   * estimate. Counted at once; the promise ends when the budgets have it, and never rejects.
   */
  settle(bill?: Bill): Promise<void>;
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

/** What the state keeps of a visit. */
interface VisitRow extends Budget {
  /** By the id of a call under way: the end of its lease. */
  calls?: Record<string, { work: PaidWork; endsAt: number }>;
}

/** A budget of the shared state. */
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

/** How long a call still counts as under way when the process that made it is gone. */
const leaseMs = 10_000;
const dayMs = 24 * 60 * 60 * 1000;

/** All or nothing. @returns the values afterwards, or the first budget that has less */
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

/** Takes so much of the shares that were reserved last. @returns what was taken */
function unreserve(shares: Share[], microCents: number): Share[] {
  let rest = microCents;
  return shares.toReversed().map((share) => {
    const amount = Math.min(rest, share.amount);
    rest -= amount;
    share.amount -= amount;
    return { amount, at: share.at };
  });
}

/** Says until when a call counts as under way, again and again while it lasts. @returns stops */
function keepUnderWay(clock: Clock, mostMs: number, renew: (endsAt: number) => void): () => void {
  const last = clock.now() + mostMs;
  let cancel = clock.after(leaseMs / 2, renewNow);
  function renewNow(): void {
    const endsAt = Math.min(last, clock.now() + leaseMs);
    if (endsAt < last) cancel = clock.after(leaseMs / 2, renewNow);
    renew(endsAt);
  }
  return () => cancel();
}

export function createSpending({ state, clock, limits, metrics, nameOf, log, onSpent }: SpendingOptions) {
  // The longest that any budget takes to be full again.
  const lastsMs = Math.max(dayMs, ...[limits.visit, limits.address].map(({ fillsInMs = dayMs }) => fillsInMs));

  const change = <Result>(accounts: readonly Account[], decide: (values: Values, now: number) => { result: Result; values?: Values }) =>
    state.change<Result>({ keys: accounts.map(({ key }) => key), lastsMs, decide: (values) => decide(values, clock.now()) });

  /** Reserves in every budget, or in none, and starts the lease of the call. */
  function begin(accounts: readonly Account[], amount: number, { id, work }: { id: string; work: PaidWork }): Promise<Refusal | undefined> {
    return change<Refusal | undefined>(accounts, (values, now) => {
      const visit = values[0] as VisitRow | undefined;
      const running = Object.entries(visit?.calls ?? {}).filter(([, { endsAt }]) => endsAt > now);
      if (running.filter(([, call]) => call.work === work).length >= limits.concurrent[work])
        return { result: { limit: 'concurrent', retryAfterSeconds: limits.concurrentRetrySeconds } };
      // A visit that was deleted is a new one: who makes this site delete it pays for it with another beginning.
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
    /**
     * Reserves the cost of a call in the budgets of visit, address, museum and site.
     * @throws HttpError `too-many` when the visit or its address spend too much, `busy` when museum or site did
     */
    async reserve(spender: Spender, { work, amount }: PaidCall): Promise<Reservation> {
      const id = randomUUID();
      const begunAt = clock.now();
      const price = priceAt(limits.prices[work], begunAt);
      // What lasts over midnight is paid as it began.
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
      const stopRenewing = keepUnderWay(clock, limits.underWayMs[work], (endsAt) => renew(visit, id, endsAt));
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
      /** Ends the lease, returns the unused part, and takes what was used beyond, as far as the budget allows. */
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
          // Nobody waits for the budgets: what cannot be counted stays reserved, and the lease ends by itself.
          await settleAccounts(cost).catch((error: unknown) =>
            log.error({ err: error }, 'The cost and the end of a call could not be counted'),
          );
        },
      };
    },
  };
}

/** Makes a call on its reservation, and settles the reservation after any outcome. @throws what the call threw */
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

/** How a connection fails that was never there. */
const neverReached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Whether a call that failed cost nothing for sure: the service turned it away, was not asked at all, or could not be reached. Every other
 * failure may be billed, because a service that fails late has worked.
 */
export function isFree(error: unknown): boolean {
  const { code, retryAfterSeconds, cause } = toHttpError(error);
  // A failure has a retry time only if a circuit is open: the service got no request.
  if (code === 'busy' || (code === 'upstream-failed' && retryAfterSeconds !== undefined)) return true;
  return typeof cause === 'object' && cause !== null && 'code' in cause && neverReached.has(String(cause.code));
}

/** `too-many` if the visitor spent too much, `busy` if the museum's or the site's budget is spent. */
const refusals: Record<SpendingLimit, { code: GatewayErrorCode; reason: string }> = {
  concurrent: { code: 'too-many', reason: 'the visit has too many such calls under way' },
  visit: { code: 'too-many', reason: 'the visit has spent its budget' },
  address: { code: 'too-many', reason: 'too many visits began at one address' },
  museum: { code: 'busy', reason: 'the museum’s budget of the day is spent' },
  site: { code: 'busy', reason: 'the site’s budget of the day is spent' },
};

function refusalError({ limit, retryAfterSeconds }: Refusal): HttpError {
  const { code, reason } = refusals[limit];
  return new HttpError(code, { reason, retryAfterSeconds });
}
