import type { PinnedRemote } from '@enfilade/shared-contracts/remote/release-set';
import { JournalBrokenError } from '../registry-error.ts';
import { pinnedRemote } from './pinned-remote.ts';
import type { JournalRecord, MuseumKey, Release } from './record.ts';

export interface PublishedVersion {
  release: Release;
  /** The release as a set names it; made once, shared by every set. */
  pinned: PinnedRemote;
  publishedAt: string;
  actor: string;
}

export interface Pin {
  /** Undefined when the pin was removed: the removal still numbers the museum's set. */
  version: string | undefined;
  seq: number;
  at: string;
}

export type Versions = ReadonlyMap<string, PublishedVersion>;
export type Pins = ReadonlyMap<string, Pin>;

/** Everything the registry knows, derived from the journal and from nothing else. */
export interface RegistryState {
  /** Number of the last record. */
  seq: number;
  /** Remote → version → what was published, oldest first. */
  versions: ReadonlyMap<string, Versions>;
  /** Museum → remote → pin. */
  pins: ReadonlyMap<MuseumKey, Pins>;
}

export const emptyState: RegistryState = { seq: 0, versions: new Map(), pins: new Map() };

/**
 * The state after one more record. Pure: the given state is left as it is.
 * @throws JournalBrokenError when the record cannot follow that state.
 */
export function apply(state: RegistryState, record: JournalRecord): RegistryState {
  if (record.seq !== state.seq + 1) throw brokenAt(record, `record ${state.seq + 1} is missing before it`);
  switch (record.action) {
    case 'version-published':
      return { ...state, seq: record.seq, versions: withVersion(state.versions, record) };
    case 'pin-set':
      if (!state.versions.get(record.payload.name)?.has(record.payload.version))
        throw brokenAt(record, 'it pins a version never published');
      return withPin(state, record, record.payload.version);
    case 'pin-removed':
      return withPin(state, record, undefined);
  }
}

/** The version a museum (or `*`) pins itself, null when it pins none. */
export function ownPin(state: RegistryState, museumId: MuseumKey, name: string): string | null {
  return state.pins.get(museumId)?.get(name)?.version ?? null;
}

type Published = Extract<JournalRecord, { action: 'version-published' }>;
type Pinned = Exclude<JournalRecord, Published>;

function withVersion(versions: RegistryState['versions'], record: Published): RegistryState['versions'] {
  const { payload: release, at: publishedAt, actor } = record;
  const known = versions.get(release.name);
  if (known?.has(release.version)) throw brokenAt(record, 'it publishes a version for the second time');
  const published = { release, pinned: pinnedRemote(release), publishedAt, actor };
  return new Map(versions).set(release.name, new Map(known).set(release.version, published));
}

function withPin(state: RegistryState, record: Pinned, version: string | undefined): RegistryState {
  const { museumId, name, previous } = record.payload;
  if (ownPin(state, museumId, name) !== previous) throw brokenAt(record, 'it replaces a pin that was not there');
  const pin = { version, seq: record.seq, at: record.at };
  const pins = new Map(state.pins).set(museumId, new Map(state.pins.get(museumId)).set(name, pin));
  return { ...state, seq: record.seq, pins };
}

function brokenAt(record: JournalRecord, reason: string): JournalBrokenError {
  return new JournalBrokenError(`Record ${record.seq} of the journal cannot be applied: ${reason}.`);
}
