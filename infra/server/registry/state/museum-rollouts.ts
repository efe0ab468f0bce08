import type { HaltCause, MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';

/** `operator`: by a person. The others: by the site itself. */
export const haltReasons = ['operator', 'failures', 'slower'] as const;
type HaltReason = (typeof haltReasons)[number];

/** Versions tested together, on their way to a share of a museum's visitors (`*`: of all museums'). */
export interface Rollout {
  id: string;
  museumId: MuseumKey;
  /** Remote → version. A visitor gets all of them or none. */
  versions: Readonly<Record<string, string>>;
  /** 0 to 100, at most two decimals. */
  percent: number;
  /** The shares it goes through by itself. */
  steps?: readonly number[] | undefined;
  startedAt: string;
  /** Number and time of the last record about it. */
  seq: number;
  at: string;
  /** Why it was halted. */
  halted: HaltReason | 'rolled-back' | undefined;
  /** Where it halted by itself. */
  cause?: HaltCause | undefined;
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
