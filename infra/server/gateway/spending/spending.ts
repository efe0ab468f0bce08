import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import { HttpError } from '../../http/http-error.ts';
import type { Metrics, PaidWork, SpendingLimit } from '../../http/metrics.ts';
import { type BucketRules, type Budget, createBudget, type Taking } from './bucket.ts';
import type { SpendingLimits } from './spending-limits.ts';

/** Who spends too much waits for themselves; where the museum's or the site's money is gone it is nobody's fault. */
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

/** Who asks for a call. */
export interface Spender {
  /** Of the sealed visit. */
  id: string;
  /** One that is known to be, or `*` where nothing says which it is. */
  museumId: string;
  address: string;
}

export interface PaidCall {
  work: PaidWork;
  /** At most; millionths of a cent. */
  microCents: number;
}

/** Money set aside for one call, which counts as under way until it is settled. */
export interface Reservation {
  /** Sets more aside for the same call; false when there is not so much. */
  extend(microCents: number): boolean;
  /** The call is over: what it did not use goes back. Absent: it used everything. Only the first time counts. */
  settle(usedMicroCents?: number): void;
}

/**
 * What this site may spend on its services. All of it is in memory: a restart forgets what was spent, and each
 * process of a site has budgets of its own.
 */
export interface Spending {
  /**
   * Sets the cost of a call aside in the budgets of visit, address, museum and site, or in none.
   * @throws HttpError `too-many` when the visit or its address spend too much, `busy` when museum or site did
   */
  reserve(spender: Spender, call: PaidCall): Reservation;
}

export interface SpendingOptions {
  clock: Clock;
  limits: SpendingLimits;
  metrics: Pick<Metrics, 'spent' | 'refused'>;
}

interface VisitTab {
  purse: Budget;
  underWay: Map<PaidWork, number>;
}

interface Claim {
  limit: SpendingLimit;
  purse: Budget;
  amount: number;
}

export function createSpending({ clock, limits, metrics }: SpendingOptions): Spending {
  const tabs = new LRUCache<string, VisitTab>({ max: limits.rememberedVisits });
  const findAddress = createBudgets(limits.address, limits.rememberedAddresses, clock);
  const findMuseum = createBudgets(limits.museumDay, limits.rememberedMuseums, clock);
  const site = createBudget(limits.siteDay, clock);

  const claimsOf = (tab: VisitTab, { museumId }: Spender, amount: number): Claim[] => [
    { limit: 'visit', purse: tab.purse, amount },
    { limit: 'museum', purse: findMuseum(museumId), amount },
    { limit: 'site', purse: site, amount },
  ];

  return {
    reserve(spender, { work, microCents }) {
      const refuse = (limit: SpendingLimit, retryAfterSeconds: number) => {
        metrics.refused(work, limit);
        return spendingRefusal(limit, retryAfterSeconds);
      };
      const known = tabs.get(spender.id);
      const tab = known ?? { purse: createBudget(limits.visit, clock), underWay: new Map() };
      const running = tab.underWay.get(work) ?? 0;
      if (running >= limits.concurrent[work]) throw refuse('concurrent', limits.concurrentRetrySeconds);
      const [ofVisit, ...ofOthers] = claimsOf(tab, spender, microCents) as [Claim, ...Claim[]];
      // A visit that was forgotten is a new one: who makes this site forget pays for it with another beginning.
      const mint: Claim[] = known ? [] : [{ limit: 'address', purse: findAddress(spender.address), amount: 1 }];
      const refused = takeAll([ofVisit, ...mint, ...ofOthers], clock.now());
      if (refused) throw refuse(refused.limit, refused.purse.waitSeconds(refused.amount));
      tabs.set(spender.id, tab);
      tab.underWay.set(work, running + 1);
      return createReservation({
        clock,
        first: microCents,
        claimsFor: (amount) => claimsOf(tab, spender, amount),
        onSettled(used) {
          tab.underWay.set(work, (tab.underWay.get(work) ?? 1) - 1);
          metrics.spent(work, used);
        },
      });
    },
  };
}

/** All or nothing: the first claim that could not be met, after those before it were given back. */
function takeAll(claims: readonly Claim[], at: number): Claim | undefined {
  for (const [index, claim] of claims.entries()) {
    if (claim.purse.take(claim.amount)) continue;
    for (const { purse, amount } of claims.slice(0, index)) purse.giveBack({ amount, at });
    return claim;
  }
  return undefined;
}

interface ReservationOptions {
  clock: Clock;
  /** What was taken already. */
  first: number;
  claimsFor(amount: number): readonly Claim[];
  onSettled(usedMicroCents: number): void;
}

function createReservation({ clock, first, claimsFor, onSettled }: ReservationOptions): Reservation {
  const takings: Taking[] = [{ amount: first, at: clock.now() }];
  let isSettled = false;
  return {
    extend(amount) {
      const at = clock.now();
      if (isSettled || takeAll(claimsFor(amount), at)) return false;
      takings.push({ amount, at });
      return true;
    },
    settle(used = Number.POSITIVE_INFINITY) {
      if (isSettled) return;
      isSettled = true;
      const reserved = takings.reduce((sum, { amount }) => sum + amount, 0);
      let rest = reserved - Math.min(reserved, Math.max(0, used));
      onSettled(reserved - rest);
      // What was set aside last is what was not used.
      for (const { amount, at } of takings.reverse()) {
        const back = Math.min(rest, amount);
        rest -= back;
        for (const { purse } of claimsFor(back)) purse.giveBack({ amount: back, at });
      }
    },
  };
}

/** Purses by name; those not used for longest are forgotten. */
function createBudgets(rules: BucketRules, max: number, clock: Clock): (name: string) => Budget {
  const purses = new LRUCache<string, Budget>({ max });
  return (name) => {
    const purse = purses.get(name) ?? createBudget(rules, clock);
    purses.set(name, purse);
    return purse;
  };
}
