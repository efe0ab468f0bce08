import type { MuseumKey, PinDifference, RolloutSummary, TokenSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import type { RemotePolicy } from '@enfilade/shared-contracts/api/version-schemas';
import type { PinnedRemote } from '@enfilade/shared-contracts/releases/release-set';
import type { Annotation, Release } from './releases.ts';

/** A person halts for `operator`. The site halts for the other reasons. */
export const haltReasons = ['operator', 'failures', 'slower'] as const;

/** A visitor gets all versions or none. */
export interface Rollout extends RolloutSummary {
  /** Sequence number and time of the last record about the rollout. */
  seq: number;
  at: string;
}

/** Oldest first, by id. */
export type Rollouts = ReadonlyMap<string, Rollout>;
type MuseumRollouts = ReadonlyMap<MuseumKey, Rollouts>;

export function rolloutsOf(all: MuseumRollouts, museumId: MuseumKey): Rollout[] {
  return [...(all.get(museumId)?.values() ?? [])];
}

export function runningRollouts(all: MuseumRollouts, museumId: MuseumKey): Rollout[] {
  return rolloutsOf(all, museumId).filter(({ halted }) => halted === null);
}

export function withRollouts(all: MuseumRollouts, museumId: MuseumKey, changed: readonly Rollout[]): MuseumRollouts {
  const rollouts = new Map(all.get(museumId));
  for (const rollout of changed) rollouts.set(rollout.id, rollout);
  return new Map(all).set(museumId, rollouts);
}

export interface Pin {
  /** Undefined for a removed pin. The removal still increases the sequence of the museum's set. */
  version: string | undefined;
  seq: number;
  at: string;
  actor: string;
  /** The chain of previous pins gives every earlier set. */
  before: Pin | undefined;
  /** The sequence number that a rollback restored, which undid the pins in between. Undefined for other changes. */
  backTo: number | undefined;
}

/** By remote. */
export type Pins = ReadonlyMap<string, Pin>;
type MuseumPins = ReadonlyMap<MuseumKey, Pins>;

const noPins: Pins = new Map();

/** @param seq gives the pins as of the record with the number */
export function pinnedVersions(pins: Pins = noPins, seq = Number.POSITIVE_INFINITY): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  for (const [name, pin] of pins) {
    const version = pinAt(pin, seq)?.version;
    if (version !== undefined) versions.set(name, version);
  }
  return versions;
}

function pinAt(newest: Pin, seq: number): Pin | undefined {
  let pin: Pin | undefined = newest;
  while (pin && pin.seq > seq) pin = pin.before;
  return pin;
}

/** Sorted by remote. */
export function comparePins(from: ReadonlyMap<string, string>, to: ReadonlyMap<string, string>): PinDifference[] {
  return [...new Set([...from.keys(), ...to.keys()])]
    .map((name) => ({ name, from: from.get(name) ?? null, to: to.get(name) ?? null }))
    .filter((difference) => difference.from !== difference.to)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The museum has an entry even if there is no pin. */
export function withMuseum(all: MuseumPins, museumId: MuseumKey): MuseumPins {
  return new Map(all).set(museumId, all.get(museumId) ?? noPins);
}

/** `to: null` removes a pin. Adds the museum even if no pin changes. */
export function withVersions(
  all: MuseumPins,
  museumId: MuseumKey,
  changes: readonly { name: string; to: string | null }[],
  { backTo, ...stamp }: { seq: number; at: string; actor: string; backTo?: number },
): MuseumPins {
  const pins = new Map(all.get(museumId));
  for (const { name, to } of changes) pins.set(name, { version: to ?? undefined, ...stamp, before: pins.get(name), backTo });
  return new Map(all).set(museumId, pins);
}

export interface PublishedVersion {
  release: Release;
  /** All sets share the entry. */
  pinned: PinnedRemote;
  publishedAt: string;
  actor: string;
  annotation: Annotation;
  /** The retirement removes the files. */
  retiredAt: string | undefined;
}

export type Versions = ReadonlyMap<string, PublishedVersion>;

/** For everyone with the id. */
export interface Grant {
  id: string;
  remote: string;
  version: string;
  museumId: MuseumKey;
  issuedAt: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Not revoked, but may be expired. */
export interface IssuedToken extends TokenSummary {
  /** SHA-256 of the token's secret. */
  hash: Buffer;
}

/** The version failed for every visit, at a museum or as the default. */
interface FailedVersion {
  museumId: MuseumKey;
  name: string;
  version: string;
  seq: number;
  at: string;
}

interface LeavingOut {
  isLeftOut: boolean;
  seq: number;
  at: string;
}

/** Derived from the journal alone. */
export interface RegistryState {
  /** Number of the last record. */
  seq: number;
  /** By remote and version, oldest first. */
  versions: ReadonlyMap<string, Versions>;
  /** By museum and remote. Every museum with a record of its own has an entry, even without pins, because its set has its own sequence. */
  pins: MuseumPins;
  rollouts: MuseumRollouts;
  leftOut: ReadonlyMap<MuseumKey, ReadonlyMap<string, LeavingOut>>;
  /** Oldest first. */
  failed: readonly FailedVersion[];
  /** By id, oldest first, including some expired grants. */
  grants: ReadonlyMap<string, Grant>;
  /** By id, oldest first, including expired tokens. */
  tokens: ReadonlyMap<string, IssuedToken>;
  /** The origin of versions, by remote. */
  policies: ReadonlyMap<string, RemotePolicy>;
}

export const emptyState: RegistryState = {
  seq: 0,
  versions: new Map(),
  pins: new Map(),
  rollouts: new Map(),
  leftOut: new Map(),
  failed: [],
  grants: new Map(),
  tokens: new Map(),
  policies: new Map(),
};

/** Not retired, oldest first. */
export function currentVersions({ versions }: Pick<RegistryState, 'versions'>): PublishedVersion[] {
  return [...versions.values()].flatMap((ofRemote) => [...ofRemote.values()].filter(({ retiredAt }) => retiredAt === undefined));
}

export function ownPin(state: RegistryState, museumId: MuseumKey, name: string): string | null {
  return state.pins.get(museumId)?.get(name)?.version ?? null;
}

export function leftOutBy({ leftOut }: Pick<RegistryState, 'leftOut'>, museumId: MuseumKey): ReadonlySet<string> {
  return new Set([...(leftOut.get(museumId) ?? [])].flatMap(([name, { isLeftOut }]) => (isLeftOut ? [name] : [])));
}

/** Actor of a start that pins the builds of its checkout. */
export const localBuildActor = 'local-build';

export function pinActor(state: RegistryState, museumId: MuseumKey, name: string): string | undefined {
  const pin = state.pins.get(museumId)?.get(name);
  return pin?.version === undefined ? undefined : pin.actor;
}

/** Since the version's last pin at the museum. */
export function hasFailed({ failed, pins }: RegistryState, museumId: MuseumKey, name: string, version: string): boolean {
  const last = failed.findLast((one) => one.museumId === museumId && one.name === name && one.version === version);
  let pin = pins.get(museumId)?.get(name);
  while (pin && pin.version !== version) pin = pin.before;
  return last !== undefined && last.seq > (pin?.seq ?? 0);
}

/** For the start of a sentence. */
export function nameMuseum(museumId: MuseumKey): string {
  return museumId === '*' ? 'The default' : `Museum ${museumId}`;
}
