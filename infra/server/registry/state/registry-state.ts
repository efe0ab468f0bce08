import type { HaltCause, MuseumKey, PinDifference, TokenSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import type { RemotePolicy } from '@enfilade/shared-contracts/api/version-schemas';
import type { PinnedRemote } from '@enfilade/shared-contracts/releases/release-set';
import type { Annotation, Release } from './releases.ts';

/** `operator`: by a person. The others: by the site itself. */
export const haltReasons = ['operator', 'failures', 'slower'] as const;
type HaltReason = (typeof haltReasons)[number];

/** Versions tested together, on their way to a share of a museum's visitors (`*`: of all museums'). */
export interface Rollout {
  id: string;
  museumId: MuseumKey;
  /** Remote → version. A visitor gets all of them or none. */
  versions: Readonly<Record<string, string>>;
  /** 0 to 100, at most two decimals. */
  percent: number;
  /** The shares it goes through by itself. */
  steps?: readonly number[] | undefined;
  startedAt: string;
  /** Number and time of the last record about it. */
  seq: number;
  at: string;
  /** Why it was halted. */
  halted: HaltReason | 'rolled-back' | undefined;
  /** Where it halted by itself. */
  cause?: HaltCause | undefined;
}

/** Id → rollout, oldest first. */
export type Rollouts = ReadonlyMap<string, Rollout>;
export type MuseumRollouts = ReadonlyMap<MuseumKey, Rollouts>;

export function rolloutsOf(all: MuseumRollouts, museumId: MuseumKey): Rollout[] {
  return [...(all.get(museumId)?.values() ?? [])];
}

export function runningRollouts(all: MuseumRollouts, museumId: MuseumKey): Rollout[] {
  return rolloutsOf(all, museumId).filter(({ halted }) => halted === undefined);
}

/** The rollouts with these, all of one museum, added or replaced. */
export function withRollouts(all: MuseumRollouts, museumId: MuseumKey, changed: readonly Rollout[]): MuseumRollouts {
  const rollouts = new Map(all.get(museumId));
  for (const rollout of changed) rollouts.set(rollout.id, rollout);
  return new Map(all).set(museumId, rollouts);
}

export interface Pin {
  /** Undefined when the pin was removed: the removal still numbers the museum's set. */
  version: string | undefined;
  seq: number;
  at: string;
  /** Who made it. */
  actor: string;
  /** The pins before it, back to the first: an earlier set can be found again. */
  before: Pin | undefined;
  /** When a rollback made it: the number it went back to. What was pinned in between was undone. */
  backTo: number | undefined;
}

/** Remote → pin. */
export type Pins = ReadonlyMap<string, Pin>;
export type MuseumPins = ReadonlyMap<MuseumKey, Pins>;

const noPins: Pins = new Map();

/** The versions that a museum (or `*`) pins itself; with a number, those after the record with that number. */
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

/** Sorted by the remotes' names; what is the same is left out. */
export function comparePins(from: ReadonlyMap<string, string>, to: ReadonlyMap<string, string>): PinDifference[] {
  return [...new Set([...from.keys(), ...to.keys()])]
    .map((name) => ({ name, from: from.get(name) ?? null, to: to.get(name) ?? null }))
    .filter((difference) => difference.from !== difference.to)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A copy of the map that contains the museum, even without a pin. */
export function withMuseum(all: MuseumPins, museumId: MuseumKey): MuseumPins {
  return new Map(all).set(museumId, all.get(museumId) ?? noPins);
}

/** Replaces pins of some museums, null for none. Adds the museum to the map even if no pin changes. */
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
  /** The release as a set names it; made once, shared by every set. */
  pinned: PinnedRemote;
  publishedAt: string;
  actor: string;
  annotation: Annotation;
  /** When its files were removed. */
  retiredAt: string | undefined;
}

export type Versions = ReadonlyMap<string, PublishedVersion>;

/** One version of one remote at one museum, for everyone who has the id. */
export interface Grant {
  id: string;
  remote: string;
  version: string;
  museumId: MuseumKey;
  issuedAt: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** A token that was issued and not revoked; it may be over. */
export interface IssuedToken extends TokenSummary {
  /** SHA-256 of its secret. */
  hash: Buffer;
}

/** A version that failed for every visit that tried it, at one museum or as the default. */
export interface FailedVersion {
  museumId: MuseumKey;
  name: string;
  version: string;
  seq: number;
  at: string;
}

/** The last word on whether a museum has a screen. */
export interface LeavingOut {
  isLeftOut: boolean;
  seq: number;
  at: string;
}

/** The registry's whole state, derived from the journal alone. */
export interface RegistryState {
  /** Number of the last record. */
  seq: number;
  /** Number of the last record that could change some museum's release set. */
  setsSeq: number;
  /** Remote → version → what was published, oldest first. */
  versions: ReadonlyMap<string, Versions>;
  /**
   * Museum → remote → pin. Contains a museum, also without a pin, after the first record about it alone: then its set has a number of its
   * own.
   */
  pins: MuseumPins;
  rollouts: MuseumRollouts;
  /** Museum → remote → whether the museum leaves it out, for every decision so far. */
  leftOut: ReadonlyMap<MuseumKey, ReadonlyMap<string, LeavingOut>>;
  /** Oldest first. */
  failed: readonly FailedVersion[];
  /** Id → grant, oldest first; some have expired. */
  grants: ReadonlyMap<string, Grant>;
  /** Id → token, oldest first; some are over. */
  tokens: ReadonlyMap<string, IssuedToken>;
  /** Remote → where its versions must come from. */
  policies: ReadonlyMap<string, RemotePolicy>;
}

export const emptyState: RegistryState = {
  seq: 0,
  setsSeq: 0,
  versions: new Map(),
  pins: new Map(),
  rollouts: new Map(),
  leftOut: new Map(),
  failed: [],
  grants: new Map(),
  tokens: new Map(),
  policies: new Map(),
};

/** Versions of every remote that are not retired, oldest first. */
export function currentVersions({ versions }: Pick<RegistryState, 'versions'>): PublishedVersion[] {
  return [...versions.values()].flatMap((ofRemote) => [...ofRemote.values()].filter(({ retiredAt }) => retiredAt === undefined));
}

/** The version that a museum (or `*`) pins itself, null for none. */
export function ownPin(state: RegistryState, museumId: MuseumKey, name: string): string | null {
  return state.pins.get(museumId)?.get(name)?.version ?? null;
}

/** The remotes that a museum (or `*`) itself leaves out. */
export function leftOutBy({ leftOut }: Pick<RegistryState, 'leftOut'>, museumId: MuseumKey): ReadonlySet<string> {
  return new Set([...(leftOut.get(museumId) ?? [])].flatMap(([name, { isLeftOut }]) => (isLeftOut ? [name] : [])));
}

/** The journal's name for starts that pin the builds of their checkout. */
export const localBuildActor = 'local-build';

/** Actor of the museum's current pin; undefined if there is none. */
export function pinActor(state: RegistryState, museumId: MuseumKey, name: string): string | undefined {
  const pin = state.pins.get(museumId)?.get(name);
  return pin?.version === undefined ? undefined : pin.actor;
}

/** Whether a version failed for everybody at the museum, and nobody has pinned it there since. */
export function hasFailed({ failed, pins }: RegistryState, museumId: MuseumKey, name: string, version: string): boolean {
  const last = failed.findLast((one) => one.museumId === museumId && one.name === name && one.version === version);
  let pin = pins.get(museumId)?.get(name);
  while (pin && pin.version !== version) pin = pin.before;
  return last !== undefined && last.seq > (pin?.seq ?? 0);
}

/** The museum as a sentence begins with it. */
export function nameMuseum(museumId: MuseumKey): string {
  return museumId === '*' ? 'The default' : `Museum ${museumId}`;
}
