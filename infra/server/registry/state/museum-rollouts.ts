import { findRelease } from './pinned-remote.ts';
import type { HaltReason, MuseumKey } from './record.ts';
import { PublishRefusedError, UnknownReleaseError } from './registry-error.ts';
import { nameMuseum, type RegistryState } from './registry-state.ts';

/** Versions tested together, on their way to a share of a museum's visitors (`*`: of all museums'). */
export interface Rollout {
  id: string;
  museumId: MuseumKey;
  /** Remote → version. A visitor gets all of them or none. */
  versions: Readonly<Record<string, string>>;
  /** 0 to 100, at most two decimals. */
  percent: number;
  startedAt: string;
  /** Number and time of the last record about it. */
  seq: number;
  at: string;
  /** Why it serves nobody any more. */
  halted: HaltReason | 'rolled-back' | undefined;
}

/** Id → rollout, oldest first. */
export type Rollouts = ReadonlyMap<string, Rollout>;
export type MuseumRollouts = ReadonlyMap<MuseumKey, Rollouts>;

export function rolloutsOf(all: MuseumRollouts, museumId: MuseumKey): Rollout[] {
  return [...(all.get(museumId)?.values() ?? [])];
}

export function runningRollouts(all: MuseumRollouts, museumId: MuseumKey): Rollout[] {
  return rolloutsOf(all, museumId).filter(({ halted }) => halted === undefined);
}

/** The rollouts with these, all of one museum, added or replaced. */
export function withRollouts(all: MuseumRollouts, museumId: MuseumKey, changed: readonly Rollout[]): MuseumRollouts {
  const rollouts = new Map(all.get(museumId));
  for (const rollout of changed) rollouts.set(rollout.id, rollout);
  return new Map(all).set(museumId, rollouts);
}

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
