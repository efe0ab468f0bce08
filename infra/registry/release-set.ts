import { contractVersion } from '@enfilade/shared-contracts/remote/contract';
import type { PinnedRemote, ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import type { MuseumKey } from './journal/record.ts';
import type { Pin, Pins, RegistryState } from './journal/state.ts';

const noPins: Pins = new Map();
const neverChanged = { seq: 0, at: new Date(0).toISOString() };

/**
 * What a museum runs: the default pins, overlaid by its own. Its `sequence` is the number of the newest
 * record that had a say in it, so it never falls and does not rise when other museums change. A museum
 * that never had a pin of its own gets the default set.
 */
export function selectReleaseSet(state: RegistryState, museumId: MuseumKey): ReleaseSet {
  const defaults = state.pins.get('*') ?? noPins;
  const own = museumId === '*' ? undefined : state.pins.get(museumId);
  const deciding = [...decidingPins(defaults, own ?? noPins)];
  const newest = deciding.reduce((latest, [, pin]) => (pin.seq > latest.seq ? pin : latest), neverChanged);
  const remotes = new Map<string, PinnedRemote>();
  for (const [name, { version }] of deciding) {
    const pinned = version === undefined ? undefined : state.versions.get(name)?.get(version)?.pinned;
    if (pinned) remotes.set(name, pinned);
  }
  return {
    museumId: own ? museumId : '*',
    sequence: newest.seq,
    issuedAt: newest.at,
    contract: contractVersion,
    remotes: Object.fromEntries([...remotes].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** A default counts where the museum has no pin of its own; a removed own pin counts by its number alone. */
function* decidingPins(defaults: Pins, own: Pins): Generator<[string, Pin]> {
  for (const entry of defaults) if (own.get(entry[0])?.version === undefined) yield entry;
  yield* own;
}
