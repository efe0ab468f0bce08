import { mkdir } from 'node:fs/promises';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { UnsignedSet } from '@enfilade/shared-contracts/remote/release-set';
import { type ArtifactStore, openArtifactStore } from './artifacts/artifact-store.ts';
import { selectReleaseSet } from './choosing/release-set.ts';
import { createSetChooser } from './choosing/set-chooser.ts';
import { createGrants } from './grants.ts';
import type { Journal } from './journal/journal.ts';
import { recordOf } from './journal/journal-row.ts';
import { readHistory } from './journal/museum-history.ts';
import { openPostgresJournal } from './journal/postgres-journal.ts';
import { type Ledger, openLedger } from './journal/registry-store.ts';
import { openSqliteJournal } from './journal/sqlite-journal.ts';
import { createPins } from './pins.ts';
import { createPublisher } from './publish/publisher.ts';
import { readArchive } from './publish/read-archive.ts';
import { readFolder } from './publish/read-folder.ts';
import type { Registry } from './registry.ts';
import { createRollbacks } from './rollbacks.ts';
import { createRollouts } from './rollouts.ts';
import type { Log } from './state/log.ts';
import { pinnedVersions } from './state/museum-pins.ts';
import type { MuseumKey, Release } from './state/record.ts';
import { summarizeRemotes, summarizeRollouts, summarizeVersions } from './summaries.ts';

const auditPage = 200;

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
  const ledger = await openLedger({ journal, ...use });
  const publish = createPublisher(ledger, artifacts);
  const { seq, versions } = ledger.state();
  use.log.info({ seq, remotes: versions.size }, 'registry open');
  const releases = [...versions.values()].flatMap((ofRemote) => [...ofRemote.values()].map(({ release }) => release));
  const sayWhatIsAbsent = createAbsenceLog(artifacts, use.log);
  await sayWhatIsAbsent(releases);
  ledger.onChange(({ action, payload }) => void (action === 'version-published' && sayWhatIsAbsent([payload])));
  return {
    ...createPins(ledger),
    ...createRollouts(ledger),
    ...createRollbacks(ledger),
    ...createGrants(ledger),
    chooseSet: createSetChooser(ledger.state),
    publish: ({ folder, ...build }) => publish({ ...build, readBuild: () => readFolder(folder) }),
    publishArchive: ({ archive, ...build }) => publish({ ...build, readBuild: () => readArchive(archive) }),
    releaseSet: createReleaseSets(ledger),
    hasOwnPins: (museumId) => [...(ledger.state().pins.get(museumId)?.values() ?? [])].some((pin) => pin.version !== undefined),
    ownPins: (museumId) => pinnedVersions(ledger.state().pins.get(museumId)),
    museums: () => [...ledger.state().pins.keys()],
    history: (museumId) => readHistory(ledger.state(), journal, museumId),
    listRemotes: () => summarizeRemotes(ledger.state()),
    listVersions: (name) => summarizeVersions(ledger.state(), name),
    listRollouts: (museumId) => summarizeRollouts(ledger.state(), museumId),
    audit: async (afterSeq) => (await journal.read(afterSeq, auditPage)).map((row) => ({ ...recordOf(row), hash: row.hash })),
    artifact(name, version, file) {
      const release = ledger.state().versions.get(name)?.get(version)?.release;
      return release && artifacts.find(release, file);
    },
    onChange: (listener) => ledger.onChange(listener),
    close: () => ledger.close(),
  };
}

/** Says which versions this gateway cannot serve, because whoever published them keeps the files elsewhere. */
function createAbsenceLog(artifacts: ArtifactStore, log: Log): (releases: Release[]) => Promise<void> {
  return async (releases) => {
    const absent = await artifacts.adopt(releases);
    if (absent.length === 0) return;
    const versions = absent.map(({ name, version }) => `${name} ${version}`);
    log.error({ versions }, 'files of published versions are not in DATA_DIR/artifacts: gateways on one database must share that folder');
  };
}

/** Sets are derived once and kept until the next record. Museums without pins share the default set, so that the cache stays as small as the pins. */
function createReleaseSets(ledger: Ledger): (museumId: MuseumKey) => UnsignedSet {
  let pins = ledger.state().pins;
  let sets = new Map<MuseumKey, UnsignedSet>();
  return (museumId) => {
    const state = ledger.state();
    if (state.pins !== pins) {
      pins = state.pins;
      sets = new Map();
    }
    const key = pins.has(museumId) ? museumId : '*';
    const known = sets.get(key) ?? selectReleaseSet(state, key);
    sets.set(key, known);
    return known;
  };
}
