import type { MuseumKey, RollbackResult } from '@enfilade/shared-contracts/api/registry-schemas';
import { checkClashes } from './choosing/check-composition.ts';
import { selectReleaseSet } from './choosing/release-set.ts';
import type { RegistryStore } from './journal/registry-store.ts';
import { checkServable, planRollback, type RollbackPlan } from './state/check-changes.ts';
import { PublishRefusedError } from './state/registry-error.ts';
import { nameMuseum, type RegistryState } from './state/registry-state.ts';

/** A rollback is a step forward: the earlier set gets the next sequence. */
export function createRollbackChanges(store: RegistryStore) {
  return {
    /**
     * Pins what the museum itself pinned at an earlier sequence and ends its rollouts; the default stays as it is.
     * @throws PublishRefusedError when that changes nothing, or for what nobody would see
     */
    async rollBack({ museumId, toSequence, actor }: { museumId: MuseumKey; toSequence: number; actor: string }): Promise<RollbackResult> {
      let plan: RollbackPlan | undefined;
      const state = await store.commit(actor, (before) => {
        plan = checkRollback(before, museumId, toSequence);
        return { action: 'rolled-back', payload: { museumId, toSequence, pins: plan.pins } };
      });
      return rollbackResult(state, { museumId, toSequence }, plan);
    },
    /** What that would change now, with the same refusals; nothing is recorded. `sequence` stays. */
    previewRollBack({ museumId, toSequence }: { museumId: MuseumKey; toSequence: number }): RollbackResult {
      const state = store.state();
      return rollbackResult(state, { museumId, toSequence }, checkRollback(state, museumId, toSequence));
    },
  };
}

/** @throws PublishRefusedError */
function checkRollback(state: RegistryState, museumId: MuseumKey, toSequence: number): RollbackPlan {
  const { sequence } = selectReleaseSet(state, museumId);
  if (toSequence >= sequence)
    throw new PublishRefusedError(`${nameMuseum(museumId)} is at ${sequence} now; name an earlier sequence than that.`);
  const plan = planRollback(state, museumId, toSequence);
  for (const { name, to } of plan.changes) if (to !== null) checkServable(state, { museumId, name, version: to });
  const pinned = plan.changes.flatMap(({ name, to }): [string, string][] => (to === null ? [] : [[name, to]]));
  checkClashes(withoutPins(state, museumId, plan), museumId, new Map(pinned));
  return plan;
}

/** What is no longer pinned then gives its place free. */
const withoutPins = (state: RegistryState, museumId: MuseumKey, { changes }: RollbackPlan): RegistryState => {
  const pins = new Map(state.pins.get(museumId));
  for (const { name, to } of changes) if (to === null) pins.delete(name);
  return { ...state, pins: new Map(state.pins).set(museumId, pins) };
};

function rollbackResult(
  state: RegistryState,
  to: { museumId: MuseumKey; toSequence: number },
  plan: RollbackPlan | undefined,
): RollbackResult {
  const { changes = [], halts = [] } = plan ?? {};
  return { ...to, sequence: selectReleaseSet(state, to.museumId).sequence, changes, halted: halts.map(({ id }) => id) };
}
