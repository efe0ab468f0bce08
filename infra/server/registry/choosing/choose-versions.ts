import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { fallbackVersions } from '../state/fallback-versions.ts';
import { pinnedVersions } from '../state/museum-pins.ts';
import { type Rollout, rolloutsOf } from '../state/museum-rollouts.ts';
import { type Grant, leftOutBy, type RegistryState } from '../state/registry-state.ts';
import { isInShare } from './rollout-bucket.ts';

type VersionOfRemote = ReadonlyMap<string, string>;

/** What decides which versions one museum’s visitors get. The default has no pins and rollouts of its own. */
export interface MuseumReleaseState {
  museumId: MuseumKey;
  ownPins: VersionOfRemote;
  defaultPins: VersionOfRemote;
  ownRollouts: readonly Rollout[];
  defaultRollouts: readonly Rollout[];
  /** Screens the museum does not have: those it leaves out, and those the default leaves out and it does not pin. */
  leftOut: ReadonlySet<string>;
  /** Versions of a remote that were pinned before and were good, the best to return to first. */
  fallbackVersions(name: string): readonly string[];
}

/** Whom versions are chosen for. */
export interface Recipient {
  id: string | undefined;
  /** The grants shown, oldest first, whatever museum they are for. */
  grants: readonly Grant[];
  /** What failed for this visitor. */
  avoid: readonly { remote: string; version: string }[];
}

export function museumReleaseState(state: RegistryState, museumId: MuseumKey): MuseumReleaseState {
  const own = museumId !== '*';
  const ownPins: VersionOfRemote = own ? pinnedVersions(state.pins.get(museumId)) : new Map();
  const byDefault = [...leftOutBy(state, '*')].filter((name) => !ownPins.has(name));
  return {
    museumId,
    ownPins,
    leftOut: new Set([...byDefault, ...leftOutBy(state, museumId)]),
    defaultPins: pinnedVersions(state.pins.get('*')),
    ownRollouts: own ? rolloutsOf(state.rollouts, museumId) : [],
    defaultRollouts: rolloutsOf(state.rollouts, '*'),
    fallbackVersions: (name) => fallbackVersions(state, museumId, name),
  };
}

/**
 * The versions a visitor gets, by remote. The precedence, defined here only:
 * 1. a grant for this museum that has not expired, the newest first;
 * 2. a running rollout of the museum with this visitor in its share;
 * 3. a running default rollout likewise, if it reaches the museum;
 * 4. the museum's own pin;
 * 5. the default pin.
 * A rollout is given whole or not at all: when something above it has given one of its remotes, or one of its versions
 * failed for this visitor, all of it is left out. So is a grant of such a version. Instead of a pinned version
 * that failed for them they get the best earlier one that did not; when there is none, the pinned one stays.
 * Of a remote that the museum leaves out they get none, unless by a grant.
 */
export function chooseVersions(releaseState: MuseumReleaseState, recipient: Recipient, now: number): VersionOfRemote {
  const granted = new Map(activeGrants(releaseState, recipient, now).map(({ remote, version }) => [remote, version]));
  const chosen = new Map(granted);
  for (const versions of rolledOutVersions(reachingRollouts(releaseState), recipient)) {
    if (versions.some(([name, version]) => chosen.has(name) || avoids(recipient, name, version))) continue;
    for (const [name, version] of versions) chosen.set(name, version);
  }
  return new Map([...withoutLeftOut(releaseState, [...pinnedFor(releaseState, recipient), ...chosen]), ...granted]);
}

const withoutLeftOut = ({ leftOut }: Pick<MuseumReleaseState, 'leftOut'>, versions: Iterable<[string, string]>) =>
  [...versions].filter(([name]) => !leftOut.has(name));

/** Of the grants shown, those that a visitor has a version by: of each remote the newest that holds. Newest first. */
export function activeGrants({ museumId }: MuseumReleaseState, recipient: Recipient, now: number): Grant[] {
  const holding = recipient.grants
    .filter((grant) => grant.museumId === museumId && grant.expiresAt > now && !avoids(recipient, grant.remote, grant.version))
    .reverse();
  return holding.filter(({ remote }, index) => holding.findIndex((grant) => grant.remote === remote) === index);
}

/** What a visitor in no rollout, with no grant and without a failure gets. */
export function choosePinned(releaseState: Pick<MuseumReleaseState, 'ownPins' | 'defaultPins' | 'leftOut'>): VersionOfRemote {
  return new Map(withoutLeftOut(releaseState, [...releaseState.defaultPins, ...releaseState.ownPins]));
}

/** A museum that pins one of a default rollout's remotes itself would get half of it, so it gets none. */
export function reaches({ versions }: Pick<Rollout, 'versions'>, ownPins: VersionOfRemote): boolean {
  return !Object.keys(versions).some((name) => ownPins.has(name));
}

function avoids({ avoid }: Recipient, name: string, version: string): boolean {
  return avoid.some((failed) => failed.remote === name && failed.version === version);
}

function pinnedFor(releaseState: MuseumReleaseState, recipient: Recipient): VersionOfRemote {
  const pinned = choosePinned(releaseState);
  if (recipient.avoid.length === 0) return pinned;
  const instead = (name: string) => releaseState.fallbackVersions(name).find((version) => !avoids(recipient, name, version));
  return new Map([...pinned].map(([name, version]) => [name, avoids(recipient, name, version) ? (instead(name) ?? version) : version]));
}

/** Those that run and reach the museum's visitors. */
export function reachingRollouts({ ownRollouts, defaultRollouts, ownPins }: MuseumReleaseState): Rollout[] {
  return [...ownRollouts, ...defaultRollouts.filter((rollout) => reaches(rollout, ownPins))].filter(({ halted }) => halted === undefined);
}

/** Whether the pins alone decide what the visitor gets. */
export function getsPinned(reaching: readonly Rollout[], recipient: Recipient): boolean {
  return recipient.grants.length === 0 && recipient.avoid.length === 0 && rolledOutVersions(reaching, recipient).length === 0;
}

function rolledOutVersions(reaching: readonly Rollout[], { id }: Recipient): [string, string][][] {
  return reaching.filter((rollout) => isInShare(rollout.percent, id, rollout.id)).map(({ versions }) => Object.entries(versions));
}
