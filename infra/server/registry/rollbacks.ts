import { selectReleaseSet } from './choosing/release-set.ts';
import type { Ledger } from './journal/registry-store.ts';
import type { Changes, RollbackResult } from './registry.ts';
import { planRollback, type RollbackPlan } from './state/museum-pins.ts';
import { checkServable } from './state/pinned-remote.ts';
import type { MuseumKey } from './state/record.ts';
import { PublishRefusedError } from './state/registry-error.ts';
import { nameMuseum, type RegistryState } from './state/registry-state.ts';

/** The way back to an earlier set, which is a step forward: the next sequence. */
export function createRollbacks(ledger: Ledger): Pick<Changes, 'rollBack' | 'previewRollBack'> {
  return {
    async rollBack({ museumId, toSequence, actor }) {
      let plan: RollbackPlan | undefined;
      const state = await ledger.commit(actor, (before) => {
        plan = checkRollback(before, museumId, toSequence);
        return { action: 'rolled-back', payload: { museumId, toSequence, pins: plan.pins } };
      });
      return resultOf(state, { museumId, toSequence }, plan);
    },
    previewRollBack({ museumId, toSequence }) {
      const state = ledger.state();
      return resultOf(state, { museumId, toSequence }, checkRollback(state, museumId, toSequence));
    },
  };
}

/** @throws PublishRefusedError */
function checkRollback(state: RegistryState, museumId: MuseumKey, toSequence: number): RollbackPlan {
  const { sequence } = selectReleaseSet(state, museumId);
  if (toSequence >= sequence)
    throw new PublishRefusedError(`${nameMuseum(museumId)} is at ${sequence} now; name an earlier sequence than that.`);
  const plan = planRollback(state, museumId, toSequence);
  for (const { name, to } of plan.changes) if (to !== null) checkServable(state, name, to);
  return plan;
}

function resultOf(state: RegistryState, to: { museumId: MuseumKey; toSequence: number }, plan: RollbackPlan | undefined): RollbackResult {
  const { changes = [], halts = [] } = plan ?? {};
  return { ...to, sequence: selectReleaseSet(state, to.museumId).sequence, changes, halted: halts.map(({ id }) => id) };
}
