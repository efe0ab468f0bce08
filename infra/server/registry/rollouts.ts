import { randomUUID } from 'node:crypto';
import { selectReleaseSet } from './choosing/release-set.ts';
import type { Ledger } from './journal/registry-store.ts';
import type { Changes, RolloutResult } from './registry.ts';
import { checkRolloutStart, findRunningRollout } from './state/museum-rollouts.ts';
import { checkServable } from './state/pinned-remote.ts';
import type { MuseumKey } from './state/record.ts';
import type { RegistryState } from './state/registry-state.ts';
import { summarizeRollouts } from './summaries.ts';

/** Sets of versions tested together, given to a share of the visitors. */
export function createRollouts(ledger: Ledger): Pick<Changes, 'startRollout' | 'changeRollout' | 'haltRollout'> {
  return {
    async startRollout({ museumId, versions, percent, actor }) {
      const id = randomUUID();
      const state = await ledger.commit(actor, (before) => {
        for (const [name, version] of Object.entries(versions)) checkServable(before, name, version);
        checkRolloutStart(before, { museumId, versions });
        return { action: 'rollout-started', payload: { museumId, id, versions, percent } };
      });
      return resultOf(state, museumId, id);
    },
    async changeRollout({ museumId, id, percent, actor }) {
      const state = await ledger.commit(actor, (before) => {
        const { percent: current } = findRunningRollout(before, { museumId, id });
        return current === percent ? undefined : { action: 'rollout-changed', payload: { museumId, id, percent } };
      });
      return resultOf(state, museumId, id);
    },
    async haltRollout({ museumId, id, reason, actor }) {
      const state = await ledger.commit(actor, (before) => {
        findRunningRollout(before, { museumId, id });
        return { action: 'rollout-halted', payload: { museumId, id, reason } };
      });
      return resultOf(state, museumId, id);
    },
  };
}

function resultOf(state: RegistryState, museumId: MuseumKey, id: string): RolloutResult {
  const rollout = summarizeRollouts(state, museumId).find((one) => one.id === id);
  if (!rollout) throw new Error(`Rollout ${id} is not in the state it was recorded in.`);
  return { ...rollout, sequence: selectReleaseSet(state, museumId).sequence };
}
