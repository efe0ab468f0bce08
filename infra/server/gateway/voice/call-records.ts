import type { SharedState } from '../../shared-state/shared-state.ts';

/** A call as any gateway of the site may need it. */
export interface CallRecord {
  visitId: string;
  leaseId: string;
  /** Where the other gateways reach the one that has its room. */
  gateway: string;
  /** Shown to that gateway by one that passes the room's sound on: it is in the shared state and nowhere else. */
  roomKey: string;
}

/** Where each call of the site is. A site of one process needs none of it, and finds nothing here. */
export type CallRecords = ReturnType<typeof createCallRecords>;

export function createCallRecords(state: Pick<SharedState, 'change' | 'isShared'>) {
  const keysOf = (callId: string) => [`call:${callId}`];
  return {
    async add(callId: string, record: CallRecord, lastsMs: number): Promise<void> {
      if (!state.isShared) return;
      await state.change({ keys: keysOf(callId), lastsMs, decide: () => ({ result: undefined, values: [record] }) });
    },
    async find(callId: string): Promise<CallRecord | undefined> {
      if (!state.isShared) return undefined;
      return state.change({ keys: keysOf(callId), lastsMs: 1, decide: ([value]) => ({ result: value as CallRecord | undefined }) });
    },
    async remove(callId: string): Promise<void> {
      if (!state.isShared) return;
      await state.change({ keys: keysOf(callId), lastsMs: 1, decide: () => ({ result: undefined, values: [undefined] }) });
    },
  };
}
