import { createStore } from '@enfilade/shared-contracts/kit/store';

/** A swap would lose the recording, or stop the reading, of a part that has called `setBusy`. */
export type Busy = ReturnType<typeof createBusy>;

export function createBusy() {
  const { set, ...store } = createStore(false);
  const parts = new Set<string>();
  return {
    ...store,
    setBusy(part: string, isBusy: boolean) {
      if (isBusy) parts.add(part);
      else parts.delete(part);
      set(parts.size > 0);
    },
    clear() {
      parts.clear();
      set(false);
    },
  };
}
