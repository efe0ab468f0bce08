import { findRelease } from './find-release.ts';
import { type Rollout, runningRollouts } from './museum-rollouts.ts';
import type { MuseumKey } from './record.ts';
import { PublishRefusedError, UnknownReleaseError } from './registry-error.ts';
import { nameMuseum, type RegistryState } from './registry-state.ts';

interface Start {
  museumId: MuseumKey;
  versions: Readonly<Record<string, string>>;
}

/** @throws UnknownReleaseError for a version never published, PublishRefusedError when another running rollout of the museum names the same remote */
export function checkRolloutStart(state: RegistryState, { museumId, versions }: Start): void {
  for (const [name, version] of Object.entries(versions)) findRelease(state, name, version);
  for (const { id, versions: running } of runningRollouts(state.rollouts, museumId)) {
    const name = Object.keys(versions).find((one) => Object.hasOwn(running, one));
    if (name === undefined) continue;
    throw new PublishRefusedError(`${nameMuseum(museumId)} already rolls out ${name} in rollout ${id}; change or halt that one first.`);
  }
}

/** @throws UnknownReleaseError when the museum never had that rollout, PublishRefusedError when it was halted */
export function findRunningRollout(state: RegistryState, { museumId, id }: { museumId: MuseumKey; id: string }): Rollout {
  const rollout = state.rollouts.get(museumId)?.get(id);
  if (!rollout) throw new UnknownReleaseError(`${nameMuseum(museumId)} has no rollout ${id}; the audit trail names those it has.`);
  if (rollout.halted) throw new PublishRefusedError(`Rollout ${id} is halted and stays so; start a new one.`);
  return rollout;
}
