import { createHash } from 'node:crypto';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { DatabasePlace } from '../database/site-database.ts';
import type { Log } from '../http/create-log.ts';
import { integrityOf, listFiles } from '../http/kit.ts';
import type { ArtifactStore, PrivateFileStore } from '../registry/artifacts/artifact-store.ts';
import type { BucketSettings } from '../registry/artifacts/bucket.ts';
import { openArtifacts } from '../registry/artifacts/bucket-artifacts.ts';
import type { JournalRow } from '../registry/journal/journal.ts';
import { verifyJournal } from '../registry/journal/registry-store.ts';
import { currentVersions, type RegistryState } from '../registry/state/registry-state.ts';
import type { Release, StoredFiles } from '../registry/state/releases.ts';

export class MovingError extends Error {
  override readonly name = 'MovingError';
}

interface SiteHome extends DatabasePlace {
  /** The bucket of published files; if undefined, the files are in the data folder. */
  bucket?: BucketSettings | undefined;
}

export interface Use {
  home: SiteHome;
  clock: Clock;
  log: Log;
  tell(line: string): void;
}

/** Paths below DATA_DIR. Files that settings name elsewhere, such as SIGNING_KEY_FILE, belong to the operator. */
const siteFiles = ['visit.key', 'keys', 'tokens', 'operators.json'];

export async function listSiteFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of siteFiles) {
    const where = path.join(folder, name);
    const facts = await stat(where).catch(() => undefined);
    if (facts?.isFile()) found.push(name);
    if (facts?.isDirectory()) found.push(...(await listFiles(where)).map((file) => path.join(name, file)));
  }
  return found.sort();
}

/** Silent, because the reader of a missing file reports the file. */
const silent: Log = { info() {}, warn() {}, error() {} };

export async function withArtifacts<Result>({ home, clock }: Use, work: (artifacts: ArtifactStore) => Promise<Result>): Promise<Result> {
  const artifacts = await openArtifacts({ dataDir: home.dataDir, bucket: home.bucket, clock, log: silent });
  return work(artifacts).finally(() => artifacts.close?.());
}

/** @throws JournalBrokenError that names the first damaged record */
export async function stateOf(rows: readonly JournalRow[]): Promise<RegistryState> {
  const { state } = await verifyJournal({ read: async (afterSeq, limit) => rows.slice(afterSeq, afterSeq + limit) });
  return state;
}

export const releasesOf = (state: RegistryState): Release[] => currentVersions(state).map(({ release }) => release);

export function privateFilesOf(state: RegistryState): StoredFiles[string][] {
  const files = currentVersions(state).flatMap(({ annotation }) => Object.values(annotation.private));
  return [...new Map(files.map((file) => [file.integrity, file])).values()];
}

/** Undefined if a file is missing or differs from the published bytes. */
export async function readStored(artifacts: ArtifactStore, release: Release): Promise<Map<string, Buffer> | undefined> {
  const contents = new Map<string, Buffer>();
  for (const [file, { integrity }] of Object.entries(release.files)) {
    const artifact = artifacts.find(release, file);
    const bytes = await artifact?.read(artifact.path).catch(() => undefined);
    if (!bytes || integrityOf(bytes) !== integrity) return undefined;
    contents.set(file, bytes);
  }
  return contents;
}

/** Omits retired versions. @returns the versions that are damaged in both places, as `name version` */
export async function copyVersions(state: RegistryState, from: ArtifactStore, to: ArtifactStore, { tell }: Pick<Use, 'tell'>) {
  const lost: string[] = [];
  const releases = releasesOf(state);
  for (const [at, release] of releases.entries()) {
    if (await to.has(release)) continue;
    const named = `${release.name} ${release.version}`;
    const contents = await readStored(from, release);
    if (contents) await to.put(release, contents);
    else lost.push(named);
    tell(`version ${at + 1} of ${releases.length}: ${named}${contents ? '' : ' is damaged'}`);
  }
  await copyPrivateFiles(state, from.privateFiles, to.privateFiles, tell);
  return lost;
}

async function copyPrivateFiles(state: RegistryState, from: PrivateFileStore, to: PrivateFileStore, tell: Use['tell']): Promise<void> {
  for (const file of privateFilesOf(state)) {
    if (await to.has(file)) continue;
    const contents = await from.read(file);
    if (contents) await to.put(file, contents);
    else tell('a private file of a version is damaged');
  }
}

/** Flushes the file to the disk. */
export async function writePrivately(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, content, { mode: 0o600, flush: true });
}

export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  await writePrivately(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

export const digestOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
