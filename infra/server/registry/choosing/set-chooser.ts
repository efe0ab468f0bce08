import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { GrantedVersion, UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { LRUCache } from 'lru-cache';
import { fallbackVersions } from '../state/fallback-versions.ts';
import type { Grant, RegistryState } from '../state/registry-state.ts';
import {
  activeGrants,
  chooseVersions,
  type MuseumReleaseState,
  museumReleaseState,
  pinnedRemotes,
  reachingRollouts,
  selectReleaseSet,
} from './choose-versions.ts';

/** Visitors' requests create the sets with a grant or an avoided version, so their number is limited. */
const mostRareSets = 500;

interface SetChoice {
  museumId: MuseumKey;
  /** A visitor without an id gets only rollouts to all visitors. */
  visitorId?: string | undefined;
  grants: readonly string[];
  avoid: readonly { remote: string; version: string }[];
  now: number;
}

/** Caches each set until a record can change the set. */
export function createSetChooser(currentState: () => RegistryState) {
  let cached = createCaches(currentState());

  function findStable(museumId: MuseumKey) {
    const state = currentState();
    if (partsOf(state).some((part, at) => part !== cached.parts[at])) cached = createCaches(state);
    const { stable } = cached;
    const key = state.pins.has(museumId) ? museumId : '*';
    const known = stable.get(key) ?? { set: selectReleaseSet(state, key), releaseState: museumReleaseState(state, key) };
    stable.set(key, known);
    return known;
  }

  return {
    /** Returns the same object until a record can change the set. An unknown museum gets the default set. */
    releaseSet: (museumId: MuseumKey) => findStable(museumId).set,
    reachingRollouts: (museumId: MuseumKey) => reachingRollouts(findStable(museumId).releaseState),
    /** Returns the same object for the same versions until a record can change the set. */
    chooseSet({ museumId, visitorId, grants, avoid, now }: SetChoice): UnsignedSet {
      const { set: base, releaseState: ofKey } = findStable(museumId);
      const state = currentState();
      // The cached function has an older state, in which a version may not be retired.
      const releaseState = { ...ofKey, museumId, fallbackVersions: (name: string) => fallbackVersions(state, base.museumId, name) };
      const recipient = { id: visitorId, grants: findGrants(state, grants), avoid };
      const versions = chooseVersions(releaseState, recipient, now);
      const active = activeGrants(releaseState, recipient, now);
      if (active.length === 0 && [...versions].every(([name, version]) => base.remotes[name]?.version === version)) return base;
      // The set of a grant belongs to the museum, even if the museum otherwise has the default set.
      const owner = active.length > 0 ? museumId : base.museumId;
      const key = [owner, ...active.map(({ id }) => id), ...[...versions].sort(([a], [b]) => (a < b ? -1 : 1))].join();
      const { common, rare } = cached;
      const set = common.get(key) ??
        rare.get(key) ?? { ...base, museumId: owner, remotes: pinnedRemotes(state, versions), ...grantsOfSet(active) };
      if (active.length > 0 || avoid.length > 0) rare.set(key, set);
      else common.set(key, set);
      return set;
    },
  };
}

/** A record that changes none of these parts, such as a grant or a publish, changes no set. */
const partsOf = ({ pins, rollouts, leftOut, failed }: RegistryState) => [pins, rollouts, leftOut, failed];

const createCaches = (state: RegistryState) => ({
  parts: partsOf(state),
  // Museums without pins share the default set, so this cache stays as small as the pins.
  stable: new Map<MuseumKey, { set: UnsignedSet; releaseState: MuseumReleaseState }>(),
  // By the combination of pins and rollouts.
  common: new Map<string, UnsignedSet>(),
  rare: new LRUCache<string, UnsignedSet>({ max: mostRareSets }),
});

function grantsOfSet(grants: readonly Grant[]): { grants?: GrantedVersion[] } {
  if (grants.length === 0) return {};
  return { grants: grants.map(({ remote, version, expiresAt }) => ({ remote, version, expiresAt: new Date(expiresAt).toISOString() })) };
}

/** Oldest first. */
function findGrants(state: RegistryState, ids: readonly string[]): Grant[] {
  const known = [...new Set(ids)].flatMap((id) => state.grants.get(id) ?? []);
  return known.sort((a, b) => a.issuedAt - b.issuedAt);
}
