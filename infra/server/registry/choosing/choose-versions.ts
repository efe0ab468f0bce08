import { createHash } from 'node:crypto';
import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import type { PinnedRemote, UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { fallbackVersions } from '../state/fallback-versions.ts';
import { type Grant, leftOutBy, type Pins, pinnedVersions, type RegistryState, type Rollout, rolloutsOf } from '../state/registry-state.ts';

type VersionOfRemote = ReadonlyMap<string, string>;

/** For the default, own pins and rollouts are empty. */
export interface MuseumReleaseState {
  museumId: MuseumKey;
  ownPins: VersionOfRemote;
  defaultPins: VersionOfRemote;
  ownRollouts: readonly Rollout[];
  defaultRollouts: readonly Rollout[];
  /** Screens that the museum leaves out, or that the default leaves out and the museum does not pin. */
  leftOut: ReadonlySet<string>;
  /** Earlier pinned versions that did not fail, best first. */
  fallbackVersions(name: string): readonly string[];
}

export interface Recipient {
  id: string | undefined;
  /** For any museum, oldest first. */
  grants: readonly Grant[];
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
 * The versions that a visitor gets, by remote. Only this function defines the precedence:
 * 1. a valid grant for this museum, the newest first;
 * 2. a running rollout of the museum with this visitor in its share;
 * 3. a running default rollout that reaches the museum, with this visitor in its share;
 * 4. the museum's own pin;
 * 5. the default pin.
 * A visitor gets all versions of a rollout or none. The rollout does not apply if a higher rule has given one of its remotes, or if one of
 * its versions failed for this visitor. A grant of a failed version does not apply either. A pinned version that failed for the visitor is
 * replaced by the best earlier version that did not fail, if there is one. Visitors get a left-out remote only by a grant.
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

/** The newest valid grant for each remote, newest first. */
export function activeGrants({ museumId }: MuseumReleaseState, recipient: Recipient, now: number): Grant[] {
  const holding = recipient.grants
    .filter((grant) => grant.museumId === museumId && grant.expiresAt > now && !avoids(recipient, grant.remote, grant.version))
    .reverse();
  return holding.filter(({ remote }, index) => holding.findIndex((grant) => grant.remote === remote) === index);
}

export function choosePinned(releaseState: Pick<MuseumReleaseState, 'ownPins' | 'defaultPins' | 'leftOut'>): VersionOfRemote {
  return new Map(withoutLeftOut(releaseState, [...releaseState.defaultPins, ...releaseState.ownPins]));
}

/** A museum that pins one of the rollout's remotes itself would get only a part of a default rollout. */
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

export function reachingRollouts({ ownRollouts, defaultRollouts, ownPins }: MuseumReleaseState): Rollout[] {
  return [...ownRollouts, ...defaultRollouts.filter((rollout) => reaches(rollout, ownPins))].filter(({ halted }) => halted === null);
}

function rolledOutVersions(reaching: readonly Rollout[], { id }: Recipient): [string, string][][] {
  return reaching.filter((rollout) => isInShare(rollout.percent, id, rollout.id)).map(({ versions }) => Object.entries(versions));
}

const buckets = 10_000;

/** 0 to 9999: stable, evenly distributed, and independent between rollouts. */
export function rolloutBucket(visitorId: string, rolloutId: string): number {
  const hash = createHash('sha256').update(`${rolloutId}/${visitorId}`).digest();
  return Number(hash.readBigUInt64BE() % BigInt(buckets));
}

/** `percent` has up to two decimals. A visitor without an id is only in a share of 100 %. */
export function isInShare(percent: number, visitorId: string | undefined, rolloutId: string): boolean {
  // Rounded, because 0.07 * 100 is more than 7.
  const share = Math.round((percent * buckets) / 100);
  if (share === 0 || share === buckets || visitorId === undefined) return share === buckets;
  return rolloutBucket(visitorId, rolloutId) < share;
}

interface Stamp {
  seq: number;
  at: string;
}

const noPins: Pins = new Map();
const neverChanged: Stamp = { seq: 0, at: new Date(0).toISOString() };

/** `sequence`: the newest record that can change the museum's sets. The sequence never falls, and ignores changes at other museums. */
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

export function pinnedRemotes(state: RegistryState, versions: ReadonlyMap<string, string>): Record<string, PinnedRemote> {
  const remotes = new Map<string, PinnedRemote>();
  for (const [name, version] of versions) {
    const pinned = state.versions.get(name)?.get(version)?.pinned;
    if (pinned) remotes.set(name, pinned);
  }
  return Object.fromEntries([...remotes].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Defaults count if they reach the museum; removed own pins count too. */
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
