import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { HttpError } from '../../http/http-error.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';
import { type Bucket, type BucketRules, fullBucket, waitFor, withdrawFrom } from '../spending/bucket.ts';

export interface StateOptions {
  clock: Clock;
  /** Makes of an address a name that says nothing of it. */
  nameOf(address: string): string;
}

/** What leading and following need of the shared state. */
export type GroupState = ReturnType<typeof createGroupState>;

export function createGroupState(state: SharedState, { clock, nameOf }: StateOptions) {
  const now = () => clock.now();
  const secondsUntil = (value: unknown, rules: BucketRules) => Math.ceil(waitFor(bucketOf(value), rules, { amount: 1, at: now() }) / 1000);
  const keyOf = (kind: string, address: string) => `${kind}:${nameOf(address)}`;
  const read = <Value>(key: string) =>
    state.change<Value | undefined>({ keys: [key], lastsMs: 1, decide: ([value]) => ({ result: value as Value | undefined }) });
  return {
    now,
    read,
    change: state.change,
    problem: state.problem,
    /** What one gateway knows alone says nothing of the others, and would be lost afterwards. */
    assertShared() {
      if (state.problem() !== undefined)
        throw new HttpError('busy', { reason: 'the shared state cannot be reached', retryAfterSeconds: 5 });
    },
    /** One of what an address may do. @returns seconds to wait; 0 when it was counted */
    withdraw: (kind: string, address: string, rules: BucketRules) =>
      state.change<number>({
        keys: [keyOf(kind, address)],
        lastsMs: rules.fillsInMs ?? 0,
        decide([value]) {
          const left = withdrawFrom(bucketOf(value), rules, { amount: 1, at: now() });
          return left ? { result: 0, values: [left] } : { result: secondsUntil(value, rules) };
        },
      }),
    /** Seconds until an address may do one more. */
    waitOf: async (kind: string, address: string, rules: BucketRules) => secondsUntil(await read(keyOf(kind, address)), rules),
  };
}

const bucketOf = (value: unknown): Bucket => (value as Bucket | undefined) ?? fullBucket;
