import { goodVersions } from '../state/fallback-versions.ts';
import { pinnedVersions } from '../state/museum-pins.ts';
import { type Rollout, rolloutsOf } from '../state/museum-rollouts.ts';
import type { MuseumKey } from '../state/record.ts';
import type { Grant, RegistryState } from '../state/registry-state.ts';
import { isInShare } from './rollout-bucket.ts';

type VersionOfRemote = ReadonlyMap<string, string>;

/** All that stands for one museum. The default has no pins and rollouts of its own. */
export interface Standing {
  museumId: MuseumKey;
  ownPins: VersionOfRemote;
  defaultPins: VersionOfRemote;
  ownRollouts: readonly Rollout[];
  defaultRollouts: readonly Rollout[];
  /** Versions that stood in a remote's place before and were good, the best to return to first. */
  goodBefore(name: string): readonly string[];
}

export interface Visitor {
  id: string | undefined;
  /** The grants shown, oldest first, whatever museum they are for. */
  grants: readonly Grant[];
  /** What failed for this visitor. */
  avoid: readonly { remote: string; version: string }[];
}

/**
 * The versions a visitor gets, by remote. The precedence, and the only place where it stands:
 * 1. a grant for this museum that has not expired, the newest first;
 * 2. a running rollout of the museum with this visitor in its share;
 * 3. a running default rollout likewise, if it reaches the museum;
 * 4. the museum's own pin;
 * 5. the default pin.
 * A rollout is given whole or not at all: when something above it has taken one of its remotes, or one of its versions
 * failed for this visitor, all of it is left out. So is a grant of such a version. In the place of a pinned version
 * that failed for them they get the best one of before that did not; when there is none, the pinned one stays.
 */
export function chooseVersions(standing: Standing, visitor: Visitor, now: number): VersionOfRemote {
  const chosen = new Map(givingGrants(standing, visitor, now).map(({ remote, version }) => [remote, version]));
  for (const versions of rolledOutVersions(standing, visitor)) {
    if (versions.some(([name, version]) => chosen.has(name) || avoids(visitor, name, version))) continue;
    for (const [name, version] of versions) chosen.set(name, version);
  }
  return new Map([...pinnedFor(standing, visitor), ...chosen]);
}

/** Of the grants shown, those that a visitor has a version by: of each remote the newest that holds. Newest first. */
export function givingGrants({ museumId }: Standing, visitor: Visitor, now: number): Grant[] {
  const holding = visitor.grants
    .filter((grant) => grant.museumId === museumId && grant.expiresAt > now && !avoids(visitor, grant.remote, grant.version))
    .reverse();
  return holding.filter(({ remote }, index) => holding.findIndex((grant) => grant.remote === remote) === index);
}

/** What a visitor in no rollout, with no grant and without a failure gets. */
export function choosePinned({ ownPins, defaultPins }: Pick<Standing, 'ownPins' | 'defaultPins'>): VersionOfRemote {
  return new Map([...defaultPins, ...ownPins]);
}

/** A museum that pins one of a default rollout's remotes itself would get half of it, so it gets none. */
export function reaches({ versions }: Pick<Rollout, 'versions'>, ownPins: VersionOfRemote): boolean {
  return !Object.keys(versions).some((name) => ownPins.has(name));
}

function avoids({ avoid }: Visitor, name: string, version: string): boolean {
  return avoid.some((failed) => failed.remote === name && failed.version === version);
}

function pinnedFor(standing: Standing, visitor: Visitor): VersionOfRemote {
  const pinned = choosePinned(standing);
  if (visitor.avoid.length === 0) return pinned;
  const instead = (name: string) => standing.goodBefore(name).find((version) => !avoids(visitor, name, version));
  return new Map([...pinned].map(([name, version]) => [name, avoids(visitor, name, version) ? (instead(name) ?? version) : version]));
}

function rolledOutVersions({ ownRollouts, defaultRollouts, ownPins }: Standing, { id }: Visitor): [string, string][][] {
  return [...ownRollouts, ...defaultRollouts.filter((rollout) => reaches(rollout, ownPins))]
    .filter((rollout) => rollout.halted === undefined && isInShare(rollout.percent, id, rollout.id))
    .map(({ versions }) => Object.entries(versions));
}

export function standingOf(state: RegistryState, museumId: MuseumKey): Standing {
  const own = museumId !== '*';
  return {
    museumId,
    ownPins: own ? pinnedVersions(state.pins.get(museumId)) : new Map(),
    defaultPins: pinnedVersions(state.pins.get('*')),
    ownRollouts: own ? rolloutsOf(state.rollouts, museumId) : [],
    defaultRollouts: rolloutsOf(state.rollouts, '*'),
    goodBefore: (name) => goodVersions(state, museumId, name),
  };
}
