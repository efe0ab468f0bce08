import type { Readable } from 'node:stream';
import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { VersionDetails } from '@enfilade/shared-contracts/api/version-schemas';
import { languages } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { type Play, playsSchema } from '@enfilade/shared-contracts/remote/play';
import { z } from 'zod';
import type { SiteDatabase } from '../database/site-database.ts';
import type { Log } from '../http/create-log.ts';
import type { VersionFirstPaints } from '../http/first-paint-template.ts';
import { traced } from '../http/tracing.ts';
import { createChanges, isKnown, type JournalRecord, touchedBy } from './actions/actions.ts';
import type { AnyAction } from './actions/define-action.ts';
import type { Artifact, ArtifactStore } from './artifacts/artifact-store.ts';
import type { BucketSettings } from './artifacts/bucket.ts';
import { openArtifacts } from './artifacts/bucket-artifacts.ts';
import { createDeltas, dictionaryScope } from './artifacts/deltas.ts';
import { createSetChooser } from './choosing/set-chooser.ts';
import { createJournal, type Journal, type JournalWatch, recordOf } from './journal/journal.ts';
import { openRegistryStore, type RegistryStore } from './journal/registry-store.ts';
import { billFile, firstPaintsFile, playsFile } from './publish/build-files.ts';
import { createPublisher, createRetirement, type Submission } from './publish/publisher.ts';
import { readArchive, readFolder } from './publish/read-build.ts';
import { findRelease } from './state/check-changes.ts';
import { UnknownReleaseError } from './state/registry-error.ts';
import { hasFailed, leftOutBy, pinActor, pinnedVersions, type RegistryState, runningRollouts } from './state/registry-state.ts';
import type { StoredFiles } from './state/releases.ts';
import {
  newestDeclarations,
  summarizeContracts,
  summarizeHistory,
  summarizeRemotes,
  summarizeRollouts,
  summarizeVersions,
} from './state/summaries.ts';

const auditPageLength = 200;

/** A delta is made against the file with the SHA-256. */
interface PublishedFile extends Artifact {
  dictionary?: { scope: string; findDelta(digest: string): Promise<Buffer | undefined> };
}

/** Every change is a record of the journal, and is stored before the call returns. */
export type Registry = Awaited<ReturnType<typeof createRegistry>>;

export interface RegistrySettings extends JournalWatch {
  /** `close` leaves the database open. */
  database: SiteDatabase;
  /** Has `artifacts/`. Unless the site has a bucket, all gateways on a database share the folder. */
  dataDir: string;
  bucket?: BucketSettings | undefined;
  clock: Clock;
  log: Log;
}

/** @throws JournalBrokenError if the journal cannot be replayed, StoreUnavailableError if the database does not answer */
export async function openRegistry({ database, dataDir, bucket, clock, log, ...watch }: RegistrySettings): Promise<Registry> {
  const artifacts = await openArtifacts({ dataDir, bucket, clock, log });
  try {
    return await createRegistry(createJournal(database, watch), artifacts, { clock, log, ...watch });
  } catch (error) {
    artifacts.close?.();
    throw error;
  }
}

/** `close` also closes the given journal and store. */
export async function createRegistry(journal: Journal, artifacts: ArtifactStore, use: Pick<RegistrySettings, 'clock' | 'log'>) {
  const opened = await openRegistryStore({ journal, ...use });
  const commit: RegistryStore['commit'] = (...change) => traced('registry change', {}, () => opened.commit(...change));
  const store = { ...opened, commit };
  const publish = createPublisher(store, artifacts);
  const { seq, versions } = store.state();
  use.log.info({ seq, remotes: versions.size }, 'registry open');
  const deltas = createDeltas({ artifacts, state: store.state, ...use });
  deltas.update();
  store.onChange(deltas.update);
  const changes = createChanges(store, use.clock);
  let found: { at: number; problems: Promise<RegistryProblem[]> } | undefined;
  return {
    ...changes,
    ...createVersionContents(store.state, artifacts),
    retire: createRetirement({ store, artifacts, retire: changes.retire }),
    ...createSetChooser(store.state),
    /** @throws PublishRefusedError, whose message says how to fix the build; StoreUnavailableError */
    publish: ({ folder, ...build }: Omit<Submission, 'readBuild'> & { folder: string }) =>
      publish({ ...build, readBuild: () => readFolder(folder) }),
    /** @throws ArchiveTooLargeError and the errors of `publish` */
    publishArchive: ({ archive, ...build }: Omit<Submission, 'readBuild'> & { archive: Readable }) =>
      publish({ ...build, readBuild: () => readArchive(archive) }),
    /** @throws UnknownReleaseError */
    release: (name: string, version: string) => findRelease(store.state(), name, version),
    /** `*` means the default pins. */
    ownPins: (museumId: MuseumKey) => pinnedVersions(store.state().pins.get(museumId)),
    leftOut: (museumId: MuseumKey) => leftOutBy(store.state(), museumId),
    pinnedBy: (museumId: MuseumKey, name: string) => pinActor(store.state(), museumId, name),
    /** Counts since the version's last pin at the museum. */
    hasFailed: (museumId: MuseumKey, name: string, version: string) => hasFailed(store.state(), museumId, name, version),
    /** Museums with a record of their own, including `*`. */
    museums: () => [...store.state().pins.keys()],
    /** At most 50, newest first. */
    history: (museumId: MuseumKey) => summarizeHistory(store.state(), museumId),
    listContracts: () => summarizeContracts(store.state()),
    listRemotes: () => summarizeRemotes(store.state()),
    /** Of the newest versions, by remote. */
    declarations: () => newestDeclarations(store.state()),
    /** Newest first. @throws UnknownReleaseError */
    listVersions: (name: string) => summarizeVersions(store.state(), name),
    /** Oldest first, running and halted. */
    listRollouts: (museumId: MuseumKey) => summarizeRollouts(store.state(), museumId),
    /** Neither revoked nor expired. */
    tokens: () => [...store.state().tokens.values()].filter(({ expiresAt }) => Date.parse(expiresAt) > use.clock.now()),
    /** The pipeline that may publish the remote without a stored token. */
    policy: (name: string) => store.state().policies.get(name),
    /** The known parts of a request decide. */
    touches: (action: AnyAction, { name, museumId, ...more }: { name?: string; museumId?: string }) =>
      action.touches?.({ name, museumId, ...more }, store.state()) ?? { remotes: [name], museums: [museumId] },
    touchedBy: (record: JournalRecord) => touchedBy(record, store.state()),
    /** At most 200 records of known kinds after `afterSeq`. Empty at the end of the journal. */
    async audit(afterSeq: number): Promise<(JournalRecord & { hash: string })[]> {
      for (let last = afterSeq; ; ) {
        const rows = await journal.read(last, auditPageLength);
        const known = rows.filter(isKnown).map((row) => ({ ...recordOf(row), hash: row.hash }));
        last = rows.at(-1)?.seq ?? last;
        if (known.length > 0 || rows.length === 0) return known;
      }
    },
    files: artifacts.privateFiles,
    isServed: (name: string, version: string) => servedRelease(store.state(), name, version) !== undefined,
    /** The file at `/remotes/<name>/<version>/<file>`. */
    artifact(name: string, version: string, file: string): PublishedFile | undefined {
      const release = servedRelease(store.state(), name, version);
      const artifact = release && artifacts.find(release, file);
      const scope = artifact && dictionaryScope(release, file);
      if (!artifact || scope === undefined) return artifact;
      return { ...artifact, dictionary: { scope, findDelta: (digest) => deltas.find({ release, file }, digest) } };
    },
    size() {
      const { seq, rollouts } = store.state();
      return { records: seq, running: [...rollouts.keys()].flatMap((museumId) => runningRollouts(rollouts, museumId)).length };
    },
    /** Cached for two seconds. */
    findProblems(): Promise<readonly RegistryProblem[]> {
      const now = use.clock.now();
      if (!found || Math.abs(now - found.at) > problemsFreshMs)
        found = { at: now, problems: findProblems(journal, artifacts, store.state()) };
      return found.problems;
    },
    /** The store may still serve available files. */
    findArtifactsProblem: async () => artifacts.findProblem?.(),
    /** Calls a listener with every record after the record took effect. @returns a function that ends the subscription */
    onChange: store.onChange,
    /** Waits for running changes. Later changes are refused. */
    async close() {
      artifacts.close?.();
      await deltas.close();
      await store.close();
    },
  };
}

const textsSchema = z.record(z.string(), z.string());

interface Version {
  name: string;
  version: string;
}

function createVersionContents(state: () => RegistryState, { privateFiles }: Pick<ArtifactStore, 'privateFiles'>) {
  /** A retired version has none. */
  function filesOf({ name, version }: Version): StoredFiles {
    const published = state().versions.get(name)?.get(version);
    return published?.retiredAt === undefined ? (published?.annotation.private ?? {}) : {};
  }

  async function readPrivate(version: Version, file: string): Promise<Buffer | undefined> {
    const recorded = new Map(Object.entries(filesOf(version))).get(file);
    return recorded && privateFiles.read(recorded);
  }

  const readJson = async (version: Version, file: string) => parseJson((await readPrivate(version, file))?.toString('utf8') ?? '');

  async function textsOf(version: Version): Promise<VersionDetails['texts']> {
    const texts = new Map<string, z.infer<typeof textsSchema>>();
    for (const language of languages) {
      const { data } = textsSchema.safeParse(await readJson(version, `texts/${language}.json`));
      if (data) texts.set(language, data);
    }
    return texts.size > 0 ? Object.fromEntries(texts) : undefined;
  }

  return {
    /** Undefined if the version has no such file in `private/`. */
    privateFile: readPrivate,
    async plays(version: Version): Promise<Play[] | undefined> {
      return playsSchema.safeParse(await readJson(version, playsFile)).data;
    },
    /** The result of `cutFirstPaints`. Undefined if the version has no first paints. @throws if the file cannot be read */
    async firstPaints(name: string, version: string): Promise<VersionFirstPaints | undefined> {
      if (!Object.hasOwn(filesOf({ name, version }), firstPaintsFile)) return undefined;
      const contents = await readPrivate({ name, version }, firstPaintsFile);
      if (!contents) throw new Error(`The first paints of ${name} ${version} are missing or damaged`);
      return JSON.parse(contents.toString('utf8'));
    },
    /** @throws UnknownReleaseError */
    async versionDetails({ name, version }: Version): Promise<VersionDetails> {
      const { shared, files } = findRelease(state(), name, version);
      const summary = summarizeVersions(state(), name).find((one) => one.version === version);
      if (!summary) throw new Error(`${name} ${version} is published and not in the list.`);
      const texts = await textsOf({ name, version });
      return { ...summary, name, shared, files, ...(texts && { texts }) };
    },
    /** In CycloneDX format. @throws UnknownReleaseError */
    async billOfMaterials({ name, version }: Version): Promise<object> {
      findRelease(state(), name, version);
      const bill = await readJson({ name, version }, billFile);
      if (typeof bill === 'object' && bill !== null) return bill;
      throw new UnknownReleaseError(`${name} ${version} has no bill of materials; build ${name} with the preset of this release.`);
    },
  };
}

function servedRelease({ versions }: RegistryState, name: string, version: string) {
  const published = versions.get(name)?.get(version);
  return published?.retiredAt === undefined ? published?.release : undefined;
}

const problemsFreshMs = 2_000;

interface RegistryProblem {
  of: 'journal' | 'artifacts';
  problem: string;
}

async function findProblems(journal: Journal, artifacts: ArtifactStore, { pins, versions }: RegistryState): Promise<RegistryProblem[]> {
  const problem = await journal.assertWritable().catch((error: Error) => error.message);
  const problems: RegistryProblem[] = problem === undefined ? [] : [{ of: 'journal', problem }];
  const pinned = [...pins.values()].flatMap((ofMuseum) => [...pinnedVersions(ofMuseum)]);
  for (const release of new Set(pinned.map(([name, version]) => versions.get(name)?.get(version)?.release)))
    if (release && !(await artifacts.has(release)))
      problems.push({ of: 'artifacts', problem: `Files of ${release.name} ${release.version}, which is pinned, are missing` });
  return problems;
}
