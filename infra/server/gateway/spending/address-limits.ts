import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { SharedState } from '../../shared-state/shared-state.ts';
import { type Bucket, type BucketRules, fullBucket, waitFor, withdrawFrom } from './bucket.ts';

export interface AddressLimitOptions {
  clock: Clock;
  /** Makes of an address a name that says nothing of it. */
  nameOf(address: string): string;
}

/** How often an address may do what costs no money; a museum's visitors often share one. */
export type AddressLimits = ReturnType<typeof createAddressLimits>;

export function createAddressLimits(state: Pick<SharedState, 'change'>, { clock, nameOf }: AddressLimitOptions) {
  const secondsUntil = (value: unknown, rules: BucketRules) =>
    Math.ceil(waitFor(bucketOf(value), rules, { amount: 1, at: clock.now() }) / 1000);
  const keyOf = (kind: string, address: string) => `${kind}:${nameOf(address)}`;
  return {
    /** One of what an address may do. @returns seconds to wait; 0 when it was counted */
    withdraw: (kind: string, address: string, rules: BucketRules) =>
      state.change<number>({
        keys: [keyOf(kind, address)],
        lastsMs: rules.fillsInMs ?? 0,
        decide([value]) {
          const left = withdrawFrom(bucketOf(value), rules, { amount: 1, at: clock.now() });
          return left ? { result: 0, values: [left] } : { result: secondsUntil(value, rules) };
        },
      }),
    /** Seconds until an address may do one more. */
    waitOf: (kind: string, address: string, rules: BucketRules) =>
      state.change<number>({
        keys: [keyOf(kind, address)],
        lastsMs: 1,
        decide: ([value]) => ({ result: secondsUntil(value, rules) }),
      }),
  };
}

const bucketOf = (value: unknown): Bucket => (value as Bucket | undefined) ?? fullBucket;
