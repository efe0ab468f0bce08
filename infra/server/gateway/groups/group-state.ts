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
    ...createAddressLimits(state, options),
  };
}
