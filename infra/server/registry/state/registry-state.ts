import type { MuseumKey, TokenSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import type { RemotePolicy } from '@enfilade/shared-contracts/api/version-schemas';
import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import type { PinnedRemote } from '@enfilade/shared-contracts/releases/release-set';
import type { MuseumPins } from './museum-pins.ts';
import type { MuseumRollouts } from './museum-rollouts.ts';
import type { Annotation, Release } from './record.ts';

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

/** Everything the registry knows, derived from the journal and from nothing else. */
export interface RegistryState {
  /** Number of the last record. */
  seq: number;
  /** Number of the last record that could change some museum's release set. */
  setsSeq: number;
  /** Remote → version → what was published, oldest first. */
  versions: ReadonlyMap<string, Versions>;
  /**
   * Museum → remote → pin. A museum stands here, also without a pin, once a record concerned it alone: then its
   * set has a number of its own.
   */
  pins: MuseumPins;
  rollouts: MuseumRollouts;
  /** Museum → remote → whether it has none of it, as far as anybody ever said. */
  leftOut: ReadonlyMap<MuseumKey, ReadonlyMap<string, LeavingOut>>;
  /** `name@version` → what the build said of its screen; nothing of versions from before screens did. */
  declared: ReadonlyMap<string, Declaration>;
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
  declared: new Map(),
  failed: [],
  grants: new Map(),
  tokens: new Map(),
  policies: new Map(),
};

/** Of every remote those that are not retired, oldest first. */
export function currentVersions({ versions }: Pick<RegistryState, 'versions'>): PublishedVersion[] {
  return [...versions.values()].flatMap((ofRemote) => [...ofRemote.values()].filter(({ retiredAt }) => retiredAt === undefined));
}

/** The version a museum (or `*`) pins itself, null when it pins none. */
export function ownPin(state: RegistryState, museumId: MuseumKey, name: string): string | null {
  return state.pins.get(museumId)?.get(name)?.version ?? null;
}

/** The remotes that a museum (or `*`) itself leaves out. */
export function leftOutBy({ leftOut }: Pick<RegistryState, 'leftOut'>, museumId: MuseumKey): ReadonlySet<string> {
  return new Set([...(leftOut.get(museumId) ?? [])].flatMap(([name, { isLeftOut }]) => (isLeftOut ? [name] : [])));
}

/** The journal's name for starts that pin the builds of their checkout. */
export const localBuildActor = 'local-build';

/** Who made the museum's pin that stands now; undefined where none does. */
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
