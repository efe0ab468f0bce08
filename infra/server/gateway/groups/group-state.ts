import { HttpError } from '../../http/http-error.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';
import { type AddressLimitOptions, createAddressLimits } from '../spending/address-limits.ts';

export type StateOptions = AddressLimitOptions;

/** What leading and following need of the shared state. */
export type GroupState = ReturnType<typeof createGroupState>;

export function createGroupState(state: SharedState, options: StateOptions) {
  const read = <Value>(key: string) =>
    state.change<Value | undefined>({ keys: [key], lastsMs: 1, decide: ([value]) => ({ result: value as Value | undefined }) });
  return {
    now: () => options.clock.now(),
    read,
    change: state.change,
    problem: state.problem,
    /** What one gateway knows alone says nothing of the others, and would be lost afterwards. */
    assertShared() {
      if (state.problem() !== undefined)
        throw new HttpError('busy', { reason: 'the shared state cannot be reached', retryAfterSeconds: 5 });
    },
    ...createAddressLimits(state, options),
  };
}
