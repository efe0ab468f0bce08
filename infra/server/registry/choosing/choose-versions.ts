import { createHash } from 'node:crypto';
import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import type { PinnedRemote, UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { fallbackVersions } from '../state/fallback-versions.ts';
import { type Grant, leftOutBy, type Pins, pinnedVersions, type RegistryState, type Rollout, rolloutsOf } from '../state/registry-state.ts';

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
  /** The shown grants, oldest first, for any museum. */
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
 * A rollout is given whole or not at all: when something above it has given one of its remotes, or one of its versions failed for this
 * visitor, all of it is left out. So is a grant of such a version. In place of a pinned version that failed for the visitor: the best
 * earlier version that did not fail; if there is none, the pinned version. If the museum leaves a remote out, visitors get no version,
 * except by a grant.
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

/** The grants by which a visitor has a version: for each remote the newest valid one. Newest first. */
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

const buckets = 10_000;

/** The number of a visitor in a rollout, 0 to 9999: the same every time, even over visitors, unrelated between rollouts. */
export function rolloutBucket(visitorId: string, rolloutId: string): number {
  const hash = createHash('sha256').update(`${rolloutId}/${visitorId}`).digest();
  return Number(hash.readBigUInt64BE() % BigInt(buckets));
}

/** Whether a share of the visitors, in percent with at most two decimals, has this one in it. A visitor without an id is in a share of 100 only. */
export function isInShare(percent: number, visitorId: string | undefined, rolloutId: string): boolean {
  // In whole numbers: 0.07 * 100 is more than 7.
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

/** A default counts if it reaches the museum; a removed own pin counts by its number alone. */
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
