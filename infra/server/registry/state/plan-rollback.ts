import { comparePins, type PinDifference, pinnedVersions } from './museum-pins.ts';
import { type Rollout, runningRollouts } from './museum-rollouts.ts';
import type { MuseumKey } from './record.ts';
import { PublishRefusedError } from './registry-error.ts';
import { nameMuseum, type RegistryState } from './registry-state.ts';

export interface RollbackPlan {
  /** All the museum pins itself afterwards. */
  pins: Record<string, string>;
  changes: PinDifference[];
  halts: Rollout[];
}

/**
 * What a museum's return to an earlier set changes: its own pins become those that stood then, its running rollouts end.
 * @throws PublishRefusedError when that is nothing
 */
export function planRollback(state: RegistryState, museumId: MuseumKey, toSequence: number): RollbackPlan {
  const pins = state.pins.get(museumId);
  const then = pinnedVersions(pins, toSequence);
  const changes = comparePins(pinnedVersions(pins), then);
  const halts = runningRollouts(state.rollouts, museumId);
  if (changes.length > 0 || halts.length > 0) return { pins: Object.fromEntries(then), changes, halts };
  const elsewhere = museumId === '*' ? '' : ', or roll back the default';
  throw new PublishRefusedError(
    `${nameMuseum(museumId)} pinned the same at ${toSequence} and rolls out nothing; name a sequence before the change you want undone${elsewhere}.`,
  );
}
