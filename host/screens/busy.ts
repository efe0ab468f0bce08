import { createStore } from '@enfilade/shared-contracts/kit/store';

/** Whether the drawn screen would lose something if it was replaced, as its parts say by `setBusy`. */
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
    /** The screen is removed. */
    clear() {
      parts.clear();
      set(false);
    },
  };
}
