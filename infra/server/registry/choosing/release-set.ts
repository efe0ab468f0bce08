import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import type { PinnedRemote, UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import type { Pins } from '../state/museum-pins.ts';
import type { RegistryState } from '../state/registry-state.ts';
import { choosePinned, type MuseumReleaseState, museumReleaseState, reaches } from './choose-versions.ts';

interface Stamp {
  seq: number;
  at: string;
}

const noPins: Pins = new Map();
const neverChanged: Stamp = { seq: 0, at: new Date(0).toISOString() };

/**
 * What a museum runs for visitors in no rollout and with no grant: the default pins, overlaid by its own. Its
 * `sequence` is the number of the newest record that could change what any of the museum's visitors get, so it never
 * falls and does not rise when other museums change. A museum that no record ever concerned alone gets the default set.
 */
export function selectReleaseSet(state: RegistryState, museumId: MuseumKey): UnsignedSet {
  const key = state.pins.has(museumId) ? museumId : '*';
  const releaseState = museumReleaseState(state, key);
  const newest = [...decidingStamps(state, releaseState)].reduce(
    (latest, stamp) => (stamp.seq > latest.seq ? stamp : latest),
    neverChanged,
  );
  return {
    museumId: key,
    sequence: newest.seq,
    issuedAt: newest.at,
    contract: contractVersion,
    remotes: pinnedRemotes(state, choosePinned(releaseState)),
  };
}

/** The remotes in these versions as a release set names them, sorted. */
export function pinnedRemotes(state: RegistryState, versions: ReadonlyMap<string, string>): Record<string, PinnedRemote> {
  const remotes = new Map<string, PinnedRemote>();
  for (const [name, version] of versions) {
    const pinned = state.versions.get(name)?.get(version)?.pinned;
    if (pinned) remotes.set(name, pinned);
  }
  return Object.fromEntries([...remotes].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A default counts where it reaches the museum; a removed own pin counts by its number alone. */
function* decidingStamps(
  { pins, leftOut }: RegistryState,
  { museumId, ownPins, ownRollouts, defaultRollouts }: MuseumReleaseState,
): Generator<Stamp> {
  for (const [name, pin] of pins.get('*') ?? noPins) if (!ownPins.has(name)) yield pin;
  for (const rollout of defaultRollouts) if (reaches(rollout, ownPins)) yield rollout;
  if (museumId !== '*') yield* (pins.get(museumId) ?? noPins).values();
  yield* ownRollouts;
  for (const key of new Set<MuseumKey>(['*', museumId])) yield* leftOut.get(key)?.values() ?? [];
}
