import { createStore } from '@enfilade/shared-contracts/kit/store';

/** Whether a part of the drawn screen has called `setBusy`, because a swap would lose its recording or stop its reading. */
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
    /** Called when the screen is removed. */
    clear() {
      parts.clear();
      set(false);
    },
  };
}
