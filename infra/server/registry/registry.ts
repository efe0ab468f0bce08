import type { Readable } from 'node:stream';
import type { UnsignedSet } from '@enfilade/shared-contracts/remote/release-set';
import type { Artifact } from './artifacts/artifact-store.ts';
import type { Choice } from './choosing/set-chooser.ts';
import type { EarlierSet } from './journal/museum-history.ts';
import type { PinDifference } from './state/museum-pins.ts';
import type { Rollout } from './state/museum-rollouts.ts';
import type { HaltReason, JournalRecord, MuseumKey } from './state/record.ts';

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

export interface RolloutStart extends Pick<Rollout, 'museumId' | 'versions' | 'percent'> {
  actor: string;
}

export interface RolloutChange extends Pick<Rollout, 'museumId' | 'id'> {
  actor: string;
}

export interface RolloutSummary extends Pick<Rollout, 'museumId' | 'id' | 'versions' | 'percent' | 'startedAt'> {
  /** Why it serves nobody any more, null while it runs. */
  halted: NonNullable<Rollout['halted']> | null;
}

export interface RolloutResult extends RolloutSummary {
  /** Number of the museum's release set from now on. */
  sequence: number;
}

export interface RollbackResult {
  museumId: MuseumKey;
  toSequence: number;
  /** Number of the museum's release set from now on. */
  sequence: number;
  /** What the museum itself pins differently from before. */
  changes: PinDifference[];
  /** Ids of the rollouts that ended with it. */
  halted: string[];
}

export interface GrantOrder {
  remote: string;
  version: string;
  museumId: string;
  /** 1 to 1440. */
  minutes: number;
  actor: string;
}

export interface IssuedGrant {
  /** Whoever holds it gets the version. */
  grant: string;
  expiresAt: string;
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

/** What decides which version of a remote a visitor gets. */
export interface Changes {
  /** @throws StaleError when `expected` is not what is pinned; UnknownReleaseError; PublishRefusedError for a contract that no longer fits */
  pin(change: PinChange & { version: string }): Promise<PinResult>;
  /** @throws StaleError, UnknownReleaseError when there is no pin */
  unpin(change: PinChange): Promise<PinResult>;
  /** @throws UnknownReleaseError; PublishRefusedError for a contract that no longer fits, or a remote that is being rolled out already */
  startRollout(start: RolloutStart): Promise<RolloutResult>;
  /** @throws UnknownReleaseError; PublishRefusedError when it was halted */
  changeRollout(change: RolloutChange & { percent: number }): Promise<RolloutResult>;
  /** @throws UnknownReleaseError; PublishRefusedError when it was halted before */
  haltRollout(change: RolloutChange & { reason: HaltReason }): Promise<RolloutResult>;
  /** Oldest first, running and halted. */
  listRollouts(museumId: MuseumKey): RolloutSummary[];
  /**
   * Pins what the museum itself pinned at an earlier sequence and ends its rollouts; the default stays as it is.
   * @throws PublishRefusedError when that changes nothing, or for a contract that no longer fits
   */
  rollBack(to: { museumId: MuseumKey; toSequence: number; actor: string }): Promise<RollbackResult>;
  /** What that would change now, with the same refusals; nothing is recorded. `sequence` stays. */
  previewRollBack(to: { museumId: MuseumKey; toSequence: number }): RollbackResult;
  /** @throws UnknownReleaseError; PublishRefusedError for a contract that no longer fits */
  issueGrant(order: GrantOrder): Promise<IssuedGrant>;
  /** What this visitor runs; the same object for the same versions until a change touches them. */
  chooseSet(choice: Choice): UnsignedSet;
}

/** The releases of one site. What was acknowledged is on the disk; every change is a record of the journal. */
export interface Registry extends Changes {
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
  /** What the museum runs for whoever is in no rollout and holds no grant; the same object until a change touches it. An unknown museum gets the default set. */
  releaseSet(museumId: MuseumKey): UnsignedSet;
  hasOwnPins(museumId: MuseumKey): boolean;
  /** The versions the museum (`*`: the default) pins itself, by remote. */
  ownPins(museumId: MuseumKey): ReadonlyMap<string, string>;
  /** Those, and `*`, which a record ever concerned alone. */
  museums(): MuseumKey[];
  /** The sets a museum can be rolled back to, newest first, at most 50. */
  history(museumId: MuseumKey): Promise<EarlierSet[]>;
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
