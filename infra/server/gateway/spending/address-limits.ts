import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { SharedState } from '../../shared-state/shared-state.ts';
import { type BudgetRules, takeFrom, waitFor } from './budget.ts';

export interface AddressLimitOptions {
  clock: Clock;
  /** Makes of an address a name that says nothing of it. */
  nameOf(address: string): string;
}

/** How often an address may do what costs no money; a museum's visitors often share one. */
export type AddressLimits = ReturnType<typeof createAddressLimits>;

export function createAddressLimits(state: Pick<SharedState, 'change'>, { clock, nameOf }: AddressLimitOptions) {
  const secondsUntil = (value: unknown, rules: BudgetRules) => Math.ceil(waitFor(value, rules, { amount: 1, at: clock.now() }) / 1000);
  const keyOf = (kind: string, address: string) => `${kind}:${nameOf(address)}`;
  return {
    /** One of what an address may do. @returns seconds to wait; 0 when it was counted */
    withdraw: (kind: string, address: string, rules: BudgetRules) =>
      state.change<number>({
        keys: [keyOf(kind, address)],
        lastsMs: rules.fillsInMs ?? 0,
        decide([value]) {
          const left = takeFrom(value, rules, { amount: 1, at: clock.now() });
          return left ? { result: 0, values: [left] } : { result: secondsUntil(value, rules) };
        },
      }),
    /** Seconds until an address may do one more. */
    waitOf: (kind: string, address: string, rules: BudgetRules) =>
      state.change<number>({
        keys: [keyOf(kind, address)],
        lastsMs: 1,
        decide: ([value]) => ({ result: secondsUntil(value, rules) }),
      }),
  };
}
