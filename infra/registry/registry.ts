import type { Readable } from 'node:stream';
import type { ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import type { Artifact } from './artifacts/artifact-store.ts';
import type { JournalRecord, MuseumKey } from './journal/record.ts';

export interface Published {
  version: string;
  /** The same version with the same bytes had been published before. */
  alreadyThere: boolean;
}

export interface PinPlace {
  /** `*` is the default of all museums. */
  museumId: MuseumKey;
  name: string;
}

export interface PinChange extends PinPlace {
  /** What the museum itself pins now as far as the caller knows, null for nothing. */
  expected: string | null;
  actor: string;
}

export interface PinResult extends PinPlace {
  /** What the museum itself pins from now on. */
  version: string | null;
  /** Number of the museum's release set from now on. */
  sequence: number;
}

export interface RemoteSummary {
  name: string;
  /** The version published last. */
  newest: string;
  versions: number;
}

export interface VersionSummary {
  version: string;
  publishedAt: string;
  actor: string;
  contract: string;
  federation: string;
  /** Of all its files, uncompressed. */
  bytes: number;
  /** Museums that pin it, `*` for the default. */
  pinnedBy: MuseumKey[];
}

/** The releases of one site. What was acknowledged is on the disk; every change is a record of the journal. */
export interface Registry {
  /**
   * Makes an immutable version of a built folder.
   * @throws PublishRefusedError with one sentence that says how to mend the build; StoreUnavailableError
   */
  publish(build: { name: string; folder: string; actor: string }): Promise<Published>;
  /**
   * The same from a tar.gz of the folder's contents.
   * @throws ArchiveTooLargeError besides
   */
  publishArchive(build: { name: string; archive: Readable; actor: string }): Promise<Published>;
  /** @throws StaleError when `expected` is not what is pinned; UnknownReleaseError; PublishRefusedError for a contract that no longer fits */
  pin(change: PinChange & { version: string }): Promise<PinResult>;
  /** @throws StaleError, UnknownReleaseError when there is no pin */
  unpin(change: PinChange): Promise<PinResult>;
  /** What the museum runs; the same object until a change touches it. An unknown museum gets the default set. */
  releaseSet(museumId: MuseumKey): ReleaseSet;
  hasOwnPins(museumId: MuseumKey): boolean;
  listRemotes(): RemoteSummary[];
  /** Newest first. @throws UnknownReleaseError */
  listVersions(name: string): VersionSummary[];
  /** At most 200 records after the given one. */
  audit(afterSeq: number): Promise<JournalRecord[]>;
  /** A file to be served under `/remotes/<name>/<version>/<file>`, undefined when no such file was published. */
  artifact(name: string, version: string, file: string): Artifact | undefined;
  /** Tells every record after it took effect. @returns ends the telling */
  onChange(listener: (record: JournalRecord) => void): () => void;
  /** Ends after the changes under way; later ones are refused. */
  close(): Promise<void>;
}
