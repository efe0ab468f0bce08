import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import { HttpError, toHttpError } from '../../http/http-error.ts';
import type { Metrics, PaidWork, SpendingLimit } from '../../http/metrics.ts';
import { mostEntries } from '../../http/most-entries.ts';
import { type BucketRules, type Budget, createBudget, type Withdrawal } from './bucket.ts';
import { type Amount, type Costs, microCentsFor, microCentsOf, priceAt } from './prices.ts';
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

/** Money set aside for one call, which counts as under way until it is charged. */
export type Reservation = ReturnType<typeof createReservation>;

/**
 * What this site may spend on its services. All of it is in memory: a restart forgets what was spent, and each
 * process of a site has budgets of its own.
 */
export type Spending = ReturnType<typeof createSpending>;

export interface SpendingOptions {
  clock: Clock;
  limits: SpendingLimits;
  metrics: Pick<Metrics, 'spent' | 'refunded' | 'refused'>;
}

interface VisitTab {
  budget: Budget;
  underWay: Map<PaidWork, number>;
}

interface Claim {
  limit: SpendingLimit;
  budget: Budget;
  amount: number;
}

export function createSpending({ clock, limits, metrics }: SpendingOptions) {
  const tabs = new LRUCache<string, VisitTab>(mostEntries(limits.rememberedVisits));
  const findAddress = createBudgets(limits.address, limits.rememberedAddresses, clock);
  const findMuseum = createBudgets(limits.museumDay, limits.rememberedMuseums, clock);
  const site = createBudget(limits.siteDay, clock);

  const claimsOf = (tab: VisitTab, { museumId }: Spender, amount: number): Claim[] => [
    { limit: 'visit', budget: tab.budget, amount },
    { limit: 'museum', budget: findMuseum(museumId), amount },
    { limit: 'site', budget: site, amount },
  ];

  return {
    /**
     * Sets the cost of a call aside in the budgets of visit, address, museum and site, or in none.
     * @throws HttpError `too-many` when the visit or its address spend too much, `busy` when museum or site did
     */
    reserve(spender: Spender, { work, amount }: PaidCall): Reservation {
      const begunAt = clock.now();
      const price = priceAt(limits.prices[work], begunAt);
      // What lasts over midnight is paid as it began.
      const costOf = (units: Amount) => (price ? microCentsFor(work, price, units) : 0);
      const refuse = (limit: SpendingLimit, retryAfterSeconds: number) => {
        metrics.refused(work, limit);
        return spendingRefusal(limit, retryAfterSeconds);
      };
      const known = tabs.get(spender.id);
      const tab = known ?? { budget: createBudget(limits.visit, clock), underWay: new Map() };
      const running = tab.underWay.get(work) ?? 0;
      if (running >= limits.concurrent[work]) throw refuse('concurrent', limits.concurrentRetrySeconds);
      const [ofVisit, ...ofOthers] = claimsOf(tab, spender, costOf(amount)) as [Claim, ...Claim[]];
      // A visit that was forgotten is a new one: who makes this site forget pays for it with another beginning.
      const newVisit: Claim[] = known ? [] : [{ limit: 'address', budget: findAddress(spender.address), amount: 1 }];
      const refused = withdrawAll([ofVisit, ...newVisit, ...ofOthers], clock.now());
      if (refused) throw refuse(refused.limit, refused.budget.waitSeconds(refused.amount));
      tabs.set(spender.id, tab);
      tab.underWay.set(work, running + 1);
      return createReservation({
        clock,
        first: amount,
        costOf,
        priceOf: (costs) => microCentsOf(costs, limits.prices, begunAt),
        claimsFor: (microCents) => claimsOf(tab, spender, microCents),
        onSpent: (microCents) => metrics.spent(work, microCents),
        onRefunded: (microCents) => metrics.refunded(work, microCents),
        onEnd: () => void tab.underWay.set(work, (tab.underWay.get(work) ?? 1) - 1),
      });
    },
  };
}

/** All or nothing: the first claim that could not be met, after those before it were given back. */
function withdrawAll(claims: readonly Claim[], at: number): Claim | undefined {
  for (const [index, claim] of claims.entries()) {
    if (claim.budget.withdraw(claim.amount)) continue;
    for (const { budget, amount } of claims.slice(0, index)) budget.refund({ amount, at });
    return claim;
  }
  return undefined;
}

interface ReservationOptions {
  clock: Clock;
  /** What was set aside already. */
  first: Amount;
  costOf(amount: Amount): number;
  priceOf(costs: Costs): number;
  claimsFor(microCents: number): readonly Claim[];
  onSpent(microCents: number): void;
  /** Of what was spent by estimate. */
  onRefunded(microCents: number): void;
  onEnd(): void;
}

function createReservation({ clock, first, costOf, priceOf, claimsFor, ...events }: ReservationOptions) {
  const withdrawals: Withdrawal[] = [{ amount: costOf(first), at: clock.now() }];
  const sum = () => withdrawals.reduce((total, { amount }) => total + amount, 0);
  let isCharged = false;
  let isSettled = false;

  /** What was set aside last is what was not used. */
  const refund = (microCents: number) => {
    let rest = microCents;
    for (const withdrawal of withdrawals.toReversed()) {
      const back = Math.min(rest, withdrawal.amount);
      rest -= back;
      withdrawal.amount -= back;
      for (const { budget } of claimsFor(back)) budget.refund({ amount: back, at: withdrawal.at });
    }
  };
  const end = (microCents: number) => {
    isCharged = true;
    refund(Math.max(0, sum() - microCents));
    events.onEnd();
  };

  const correct = (missing: number) => {
    if (missing < 0) return refund(-missing);
    for (const { budget } of claimsFor(missing)) budget.drain(missing);
  };

  return {
    /** Sets more aside for the same call; false when there is not so much. */
    extend(more: Amount): boolean {
      const at = clock.now();
      const amount = costOf(more);
      if (isCharged || withdrawAll(claimsFor(amount), at)) return false;
      withdrawals.push({ amount, at });
      return true;
    },
    /** The call is over: what it did not use goes back. Absent: it used everything. Only the first time counts. */
    charge(used?: Amount) {
      if (isCharged) return;
      end(used === undefined ? sum() : costOf(used));
      events.onSpent(sum());
    },
    /** The service says what the call cost, whether or not it was charged by estimate before. Only the first time counts. */
    settle(costs: Costs) {
      if (isSettled) return;
      isSettled = true;
      const cost = priceOf(costs);
      const estimated = isCharged ? sum() : 0;
      if (!isCharged) end(cost);
      correct(cost - sum());
      if (cost < estimated) events.onRefunded(estimated - cost);
      else events.onSpent(cost - estimated);
    },
  };
}

/** Budgets by name; those not used for longest are forgotten. */
function createBudgets(rules: BucketRules, max: number, clock: Clock): (name: string) => Budget {
  const budgets = new LRUCache<string, Budget>(mostEntries(max));
  return (name) => {
    const budget = budgets.get(name) ?? createBudget(rules, clock);
    budgets.set(name, budget);
    return budget;
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

/** Makes a call on what was set aside for it, and charges when it ends in whatever way. @throws what the call threw */
export async function chargeFor<T>(reservation: Reservation, call: () => Promise<T>): Promise<T> {
  try {
    const result = await call();
    reservation.charge();
    return result;
  } catch (error) {
    chargeFailed(reservation, error);
    throw error;
  }
}

/** A call that failed costs nothing, or everything that was set aside. */
export function chargeFailed(reservation: Reservation, error: unknown): void {
  if (isFree(error)) reservation.charge(0);
  else reservation.charge();
}

/** How a connection fails that was never there. */
const neverReached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Whether a call that failed cost nothing for sure: the service turned it away, was not asked at all, or could not
 * be reached. Every other failure may stand on the bill: a service that fails late has worked.
 */
export function isFree(error: unknown): boolean {
  const { code, retryAfterSeconds, cause } = toHttpError(error);
  // A failure says when to come again only where a circuit is open: the service was not asked.
  if (code === 'busy' || (code === 'upstream-failed' && retryAfterSeconds !== undefined)) return true;
  return typeof cause === 'object' && cause !== null && 'code' in cause && neverReached.has(String(cause.code));
}
