import type { GrantedVersion, UnsignedSet } from '@enfilade/shared-contracts/remote/release-set';
import { LRUCache } from 'lru-cache';
import type { MuseumKey } from '../state/record.ts';
import type { Grant, RegistryState } from '../state/registry-state.ts';
import { chooseVersions, givingGrants, standingOf } from './choose-versions.ts';
import { pinnedRemotes, selectReleaseSet } from './release-set.ts';

/** Sets kept of those that somebody has by a grant or for a failure. What visitors send makes them, so they are counted. */
const mostRareSets = 500;

export interface Choice {
  museumId: MuseumKey;
  /** Absent for a visitor who is not known yet: only rollouts to everybody reach one. */
  visitorId?: string | undefined;
  /** Ids of grants the visitor holds; those unknown or of another museum give nothing. */
  grants: readonly string[];
  /** What failed for the visitor; versions that nobody is to get anyway change nothing. */
  avoid: readonly { remote: string; version: string }[];
  /** Milliseconds since the epoch. */
  now: number;
}

/** Chooses sets for visitors; each distinct set is made once and kept until a record could change it. */
export function createSetChooser(currentState: () => RegistryState): (choice: Choice) => UnsignedSet {
  let { pins } = currentState();
  let stable = new Map<MuseumKey, UnsignedSet>();
  // As many as pins and rollouts can be combined to.
  let common = new Map<string, UnsignedSet>();
  const rare = new LRUCache<string, UnsignedSet>({ max: mostRareSets });

  function stableSet(state: RegistryState, museumId: MuseumKey): UnsignedSet {
    const key = state.pins.has(museumId) ? museumId : '*';
    const set = stable.get(key) ?? selectReleaseSet(state, key);
    stable.set(key, set);
    return set;
  }

  function forgetWhatChanged(state: RegistryState): void {
    if (state.pins === pins) return;
    pins = state.pins;
    stable = new Map();
    common = new Map();
    rare.clear();
  }

  return ({ museumId, visitorId, grants, avoid, now }) => {
    const state = currentState();
    forgetWhatChanged(state);
    const standing = standingOf(state, museumId);
    const visitor = { id: visitorId, grants: heldGrants(state, museumId, grants), avoid };
    const versions = chooseVersions(standing, visitor, now);
    const giving = givingGrants(standing, visitor, now);
    const base = stableSet(state, museumId);
    // What a grant gives is the museum's own, also where it otherwise runs the default set.
    const owner = giving.length > 0 ? museumId : base.museumId;
    const key = [owner, ...giving.map(({ id }) => id), ...[...versions].sort(([a], [b]) => (a < b ? -1 : 1))].join();
    const set = common.get(key) ?? rare.get(key) ?? { ...base, museumId: owner, remotes: pinnedRemotes(state, versions), ...told(giving) };
    if (giving.length > 0 || avoid.length > 0) rare.set(key, set);
    else common.set(key, set);
    return set;
  };
}

/** The grants as the set tells of them. */
function told(grants: readonly Grant[]): { grants?: GrantedVersion[] } {
  if (grants.length === 0) return {};
  return { grants: grants.map(({ remote, version, expiresAt }) => ({ remote, version, expiresAt: new Date(expiresAt).toISOString() })) };
}

/** Oldest first, in the order of the registry and not of whoever sent them. */
function heldGrants(state: RegistryState, museumId: MuseumKey, ids: readonly string[]): Grant[] {
  return [...new Set(ids)]
    .flatMap((id) => state.grants.get(id) ?? [])
    .filter((grant) => grant.museumId === museumId)
    .sort((a, b) => a.issuedAt - b.issuedAt);
}
