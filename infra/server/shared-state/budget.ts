import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { HttpError } from '../http/exchange.ts';
import type { SharedState } from './shared-state.ts';

export interface BudgetRules {
  capacity: number;
  /** The time of an even refill. Absent: the budget is full at midnight UTC, the same moment for every museum of a site. */
  fillsInMs?: number | undefined;
}

/** Used at a time (ms since the epoch). Immutable. */
export interface Budget {
  readonly used: number;
  readonly at: number;
}

export interface Share {
  amount: number;
  at: number;
}

const dayMs = 24 * 60 * 60 * 1000;
const dayOf = (ms: number) => Math.floor(ms / dayMs);

/** @returns the budget with `amount` used; undefined if less is left */
export function takeFrom(value: unknown, rules: BudgetRules, { amount, at }: Share): Budget | undefined {
  const { used, at: since } = refill(value, rules, at);
  return used + amount > rules.capacity ? undefined : { used: used + amount, at: since };
}

/** @returns the budget with `amount` used, or empty if less is left */
export function drain(value: unknown, rules: BudgetRules, { amount, at }: Share): Budget {
  const { used, at: since } = refill(value, rules, at);
  return { used: Math.min(rules.capacity, used + amount), at: since };
}

/** @returns the budget with shares refunded; a day's budget ignores shares that were reserved on an earlier day */
export function refund(value: unknown, rules: BudgetRules, shares: readonly Share[], now: number): Budget {
  const { used, at: since } = refill(value, rules, now);
  const missing = shares.filter(({ at }) => rules.fillsInMs !== undefined || dayOf(at) >= dayOf(since));
  return { used: Math.max(0, used - missing.reduce((sum, { amount }) => sum + amount, 0)), at: since };
}

/** Milliseconds until `amount`, or the capacity if it is smaller, can be used; 0 if it can be used now. */
export function waitFor(value: unknown, rules: BudgetRules, { amount, at }: Share): number {
  const { capacity, fillsInMs } = rules;
  const missing = refill(value, rules, at).used + Math.min(amount, capacity) - capacity;
  if (fillsInMs !== undefined) return Math.max(0, missing * (fillsInMs / capacity));
  return missing > 0 || amount > capacity ? (dayOf(at) + 1) * dayMs - at : 0;
}

/** More than clocks of a site's gateways differ. */
const setBackMs = 60 * 60 * 1000;

/**
 * A clock that was set back refills nothing. If it was set back by more than clocks differ, an evenly filling budget is full once, because
 * otherwise it would not refill until the clock reaches the old time.
 */
function refill(value: unknown, { capacity, fillsInMs }: BudgetRules, now: number): Budget {
  // The state has no value for a full budget.
  const { used, at } = (value as Budget | undefined) ?? { used: 0, at: 0 };
  const wasSetBack = at - now > setBackMs;
  if (wasSetBack && fillsInMs !== undefined) return { used: 0, at: now };
  const since = wasSetBack ? now : Math.max(now, at);
  if (fillsInMs === undefined) return { used: dayOf(since) > dayOf(at) ? 0 : used, at: since };
  return { used: Math.max(0, used - (since - at) * (capacity / fillsInMs)), at: since };
}

interface AddressLimitOptions {
  clock: Clock;
  nameOf(address: string): string;
}

/** Limits of free work; a museum's visitors often share one address. */
export type AddressLimits = ReturnType<typeof createAddressLimits>;

export function createAddressLimits(state: Pick<SharedState, 'change'>, { clock, nameOf }: AddressLimitOptions) {
  const limit = (kind: string, address: string, rules: BudgetRules, isCounted: boolean) =>
    state.change<void>({
      keys: [`${kind}:${nameOf(address)}`],
      lastsMs: rules.fillsInMs ?? 0,
      decide([value]) {
        const share = { amount: 1, at: clock.now() };
        const left = takeFrom(value, rules, share);
        if (left) return { result: undefined, ...(isCounted && { values: [left] }) };
        const retryAfterSeconds = Math.ceil(waitFor(value, rules, share) / 1000);
        throw new HttpError('too-many', { reason: `too many ${kind} of one address`, retryAfterSeconds });
      },
    });
  return {
    /** @throws HttpError `too-many` */
    withdraw: (kind: string, address: string, rules: BudgetRules) => limit(kind, address, rules, true),
    /** Counts no action. @throws HttpError `too-many` if the address has reached its limit */
    check: (kind: string, address: string, rules: BudgetRules) => limit(kind, address, rules, false),
  };
}
