import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { GrantedVersion, UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { LRUCache } from 'lru-cache';
import type { Grant, RegistryState, Rollout } from '../state/registry-state.ts';
import {
  activeGrants,
  chooseVersions,
  getsPinned,
  museumReleaseState,
  pinnedRemotes,
  reachingRollouts,
  selectReleaseSet,
} from './choose-versions.ts';

/** Limit of cached sets with a grant or without a failed version. Visitors' requests create them, so their number is limited. */
const mostRareSets = 500;

export interface SetChoice {
  museumId: MuseumKey;
  /** Absent for a visitor who is not known yet: only rollouts to all visitors reach one. */
  visitorId?: string | undefined;
  /** Ids of grants the visitor holds; those unknown or of another museum give nothing. */
  grants: readonly string[];
  /** What failed for the visitor; versions that no set would have change nothing. */
  avoid: readonly { remote: string; version: string }[];
  /** Milliseconds since the epoch. */
  now: number;
}

export type SetChooser = ReturnType<typeof createSetChooser>;

/** Each distinct set is made once and cached until a record could change it. */
export function createSetChooser(currentState: () => RegistryState) {
  let { setsSeq } = currentState();
  // Museums without pins share the default set, so that this cache stays as small as the pins.
  let stable = new Map<MuseumKey, { set: UnsignedSet; rollouts: readonly Rollout[] }>();
  // Sets by the combination of pins and rollouts.
  let common = new Map<string, UnsignedSet>();
  const rare = new LRUCache<string, UnsignedSet>({ max: mostRareSets });

  function upToDate(): RegistryState {
    const state = currentState();
    if (state.setsSeq !== setsSeq) {
      setsSeq = state.setsSeq;
      stable = new Map();
      common = new Map();
      rare.clear();
    }
    return state;
  }

  /** What pins give, and the rollouts that give something else to some. */
  function findStable(museumId: MuseumKey) {
    const state = upToDate();
    const key = state.pins.has(museumId) ? museumId : '*';
    const known = stable.get(key) ?? {
      set: selectReleaseSet(state, key),
      rollouts: reachingRollouts(museumReleaseState(state, key)),
    };
    stable.set(key, known);
    return known;
  }

  return {
    /**
     * What the museum runs for visitors in no rollout and with no grant; the same object until a change touches it. An
     * unknown museum gets the default set.
     */
    releaseSet: (museumId: MuseumKey) => findStable(museumId).set,
    /** What this visitor runs; the same object for the same versions until a change touches them. */
    chooseSet({ museumId, visitorId, grants, avoid, now }: SetChoice): UnsignedSet {
      const { set: base, rollouts } = findStable(museumId);
      const state = currentState();
      const recipient = { id: visitorId, grants: findGrants(state, museumId, grants), avoid };
      if (getsPinned(rollouts, recipient)) return base;
      const releaseState = museumReleaseState(state, museumId);
      const versions = chooseVersions(releaseState, recipient, now);
      const active = activeGrants(releaseState, recipient, now);
      if (active.length === 0 && [...versions].every(([name, version]) => base.remotes[name]?.version === version)) return base;
      // A grant makes a set of the museum's own, even if the museum otherwise runs the default set.
      const owner = active.length > 0 ? museumId : base.museumId;
      const key = [owner, ...active.map(({ id }) => id), ...[...versions].sort(([a], [b]) => (a < b ? -1 : 1))].join();
      const set = common.get(key) ??
        rare.get(key) ?? { ...base, museumId: owner, remotes: pinnedRemotes(state, versions), ...grantsOfSet(active) };
      if (active.length > 0 || avoid.length > 0) rare.set(key, set);
      else common.set(key, set);
      return set;
    },
  };
}

/** The grants as the set names them. */
function grantsOfSet(grants: readonly Grant[]): { grants?: GrantedVersion[] } {
  if (grants.length === 0) return {};
  return { grants: grants.map(({ remote, version, expiresAt }) => ({ remote, version, expiresAt: new Date(expiresAt).toISOString() })) };
}

/** Oldest first, in the order of the registry and not of the request. */
function findGrants(state: RegistryState, museumId: MuseumKey, ids: readonly string[]): Grant[] {
  return [...new Set(ids)]
    .flatMap((id) => state.grants.get(id) ?? [])
    .filter((grant) => grant.museumId === museumId)
    .sort((a, b) => a.issuedAt - b.issuedAt);
}
