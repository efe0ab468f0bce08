import { mkdir } from 'node:fs/promises';
import type { Clock } from '@enfilade/shared-contracts/remote/clock';
import type { ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import { type ArtifactStore, openArtifactStore } from './artifacts/artifact-store.ts';
import type { Journal } from './journal/journal.ts';
import type { MuseumKey } from './journal/record.ts';
import { openSqliteJournal } from './journal/sqlite-journal.ts';
import { type Ledger, openLedger } from './ledger.ts';
import type { Log } from './log.ts';
import { createPins } from './pins.ts';
import { createPublisher } from './publish/publisher.ts';
import { readArchive } from './publish/read-archive.ts';
import { readFolder } from './publish/read-folder.ts';
import type { Registry } from './registry.ts';
import { selectReleaseSet } from './release-set.ts';
import { summarizeRemotes, summarizeVersions } from './summaries.ts';

const auditPage = 200;

export interface RegistrySettings {
  /** Made when missing. Holds `registry.db`, `registry.pid` and `artifacts/`. */
  dataDir: string;
  clock: Clock;
  log: Log;
}

/**
 * Opens the registry of a data folder and derives its state from the journal.
 * @throws RegistryLockedError when another process has it open, JournalBrokenError when the journal cannot be replayed
 */
export async function openRegistry({ dataDir, clock, log }: RegistrySettings): Promise<Registry> {
  await mkdir(dataDir, { recursive: true });
  const journal = openSqliteJournal(dataDir);
  try {
    return await createRegistry(journal, await openArtifactStore(dataDir), { clock, log });
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
  return {
    ...createPins(ledger),
    publish: ({ folder, ...build }) => publish({ ...build, readBuild: () => readFolder(folder) }),
    publishArchive: ({ archive, ...build }) => publish({ ...build, readBuild: () => readArchive(archive) }),
    releaseSet: createReleaseSets(ledger),
    hasOwnPins: (museumId) => [...(ledger.state().pins.get(museumId)?.values() ?? [])].some((pin) => pin.version !== undefined),
    listRemotes: () => summarizeRemotes(ledger.state()),
    listVersions: (name) => summarizeVersions(ledger.state(), name),
    audit: (afterSeq) => journal.read(afterSeq, auditPage),
    artifact(name, version, file) {
      const release = ledger.state().versions.get(name)?.get(version)?.release;
      return release && artifacts.find(release, file);
    },
    onChange: (listener) => ledger.onChange(listener),
    close: () => ledger.close(),
  };
}

/** Sets are derived once and kept until the next record. Museums without pins share the default set, so that the cache stays as small as the pins. */
function createReleaseSets(ledger: Ledger): (museumId: MuseumKey) => ReleaseSet {
  let pins = ledger.state().pins;
  let sets = new Map<MuseumKey, ReleaseSet>();
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
