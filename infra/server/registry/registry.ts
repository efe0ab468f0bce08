import { mkdir } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type {
  AuditRecord,
  EarlierSet,
  MuseumKey,
  RemoteSummary,
  RolloutSummary,
  VersionSummary,
} from '@enfilade/shared-contracts/api/registry-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { type Artifact, type ArtifactStore, openArtifactStore } from './artifacts/artifact-store.ts';
import { type Changes, createChanges } from './changes.ts';
import { createSetChooser, type SetChooser } from './choosing/set-chooser.ts';
import type { Journal } from './journal/journal.ts';
import { recordOf } from './journal/journal-row.ts';
import { readHistory } from './journal/museum-history.ts';
import { openPostgresJournal } from './journal/postgres-journal.ts';
import { openRegistryStore } from './journal/registry-store.ts';
import { openSqliteJournal } from './journal/sqlite-journal.ts';
import { createPublisher, type PublishResult } from './publish/publisher.ts';
import { readArchive } from './publish/read-archive.ts';
import { readFolder } from './publish/read-folder.ts';
import type { Log } from './state/log.ts';
import { pinnedVersions } from './state/museum-pins.ts';
import type { JournalRecord, Release } from './state/record.ts';
import { summarizeRemotes, summarizeRollouts, summarizeVersions } from './state/summaries.ts';

const auditPageLength = 200;

/** The releases of one site. What was acknowledged is on the disk; every change is a record of the journal. */
export interface Registry extends Changes, SetChooser {
  /**
   * Makes an immutable version of a built folder.
   * @throws PublishRefusedError with one sentence that says how to mend the build; StoreUnavailableError
   */
  publish(build: { name: string; folder: string; actor: string }): Promise<PublishResult>;
  /**
   * The same from a tar.gz of the folder's contents.
   * @throws ArchiveTooLargeError besides
   */
  publishArchive(build: { name: string; archive: Readable; actor: string }): Promise<PublishResult>;
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
  /** Oldest first, running and halted. */
  listRollouts(museumId: MuseumKey): RolloutSummary[];
  /** At most 200 records after the given one. */
  audit(afterSeq: number): Promise<(JournalRecord & Pick<AuditRecord, 'hash'>)[]>;
  /** A file to be served under `/remotes/<name>/<version>/<file>`, undefined when no such file was published. */
  artifact(name: string, version: string, file: string): Artifact | undefined;
  /** Called with every record after it took effect. @returns ends the subscription */
  onChange(listener: (record: JournalRecord) => void): () => void;
  /** Ends after the changes under way; later ones are refused. */
  close(): Promise<void>;
}

export interface RegistrySettings {
  /**
   * Made when missing. Holds `artifacts/`, the same folder for all gateways on one database, and without a database
   * `registry.db` and `registry.pid`.
   */
  dataDir: string;
  /** `postgres://…`, a database that several gateways may share. */
  databaseUrl?: string | undefined;
  clock: Clock;
  log: Log;
}

/**
 * Opens the registry of a data folder, or of a database, and derives its state from the journal.
 * @throws RegistryLockedError when another process has the folder's journal open, JournalBrokenError when the journal
 * cannot be replayed, StoreUnavailableError when the database does not answer
 */
export async function openRegistry({ dataDir, databaseUrl: url, clock, log }: RegistrySettings): Promise<Registry> {
  await mkdir(dataDir, { recursive: true });
  const journal = url === undefined ? openSqliteJournal(dataDir) : await openPostgresJournal({ url, clock, log });
  try {
    return await createRegistry(journal, await openArtifactStore(dataDir, clock), { clock, log });
  } catch (error) {
    await journal.close();
    throw error;
  }
}

/** The registry over a journal and a store that are already open; it closes the journal. */
export async function createRegistry(journal: Journal, artifacts: ArtifactStore, use: { clock: Clock; log: Log }): Promise<Registry> {
  const store = await openRegistryStore({ journal, ...use });
  const publish = createPublisher(store, artifacts);
  const { seq, versions } = store.state();
  use.log.info({ seq, remotes: versions.size }, 'registry open');
  const releases = [...versions.values()].flatMap((ofRemote) => [...ofRemote.values()].map(({ release }) => release));
  const logAbsentFiles = createAbsenceLog(artifacts, use.log);
  await logAbsentFiles(releases);
  store.onChange(({ action, payload }) => void (action === 'version-published' && logAbsentFiles([payload])));
  return {
    ...createChanges(store),
    ...createSetChooser(store.state),
    publish: ({ folder, ...build }) => publish({ ...build, readBuild: () => readFolder(folder) }),
    publishArchive: ({ archive, ...build }) => publish({ ...build, readBuild: () => readArchive(archive) }),
    hasOwnPins: (museumId) => [...(store.state().pins.get(museumId)?.values() ?? [])].some((pin) => pin.version !== undefined),
    ownPins: (museumId) => pinnedVersions(store.state().pins.get(museumId)),
    museums: () => [...store.state().pins.keys()],
    history: (museumId) => readHistory(store.state(), journal, museumId),
    listRemotes: () => summarizeRemotes(store.state()),
    listVersions: (name) => summarizeVersions(store.state(), name),
    listRollouts: (museumId) => summarizeRollouts(store.state(), museumId),
    audit: async (afterSeq) => (await journal.read(afterSeq, auditPageLength)).map((row) => ({ ...recordOf(row), hash: row.hash })),
    artifact(name, version, file) {
      const release = store.state().versions.get(name)?.get(version)?.release;
      return release && artifacts.find(release, file);
    },
    onChange: store.onChange,
    close: store.close,
  };
}

/** Logs which versions this gateway cannot serve, because the gateway that published them has the files elsewhere. */
function createAbsenceLog(artifacts: ArtifactStore, log: Log): (releases: Release[]) => Promise<void> {
  return async (releases) => {
    const absent = await artifacts.adopt(releases);
    if (absent.length === 0) return;
    const versions = absent.map(({ name, version }) => `${name} ${version}`);
    log.error({ versions }, 'files of published versions are not in DATA_DIR/artifacts: gateways on one database must share that folder');
  };
}
