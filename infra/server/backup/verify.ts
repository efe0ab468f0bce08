import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { restoreBackup, UnusableDatabaseError } from '../database/site-database.ts';
import { integrityOf } from '../http/integrity.ts';
import { KeyError, type KeyKind, parseKeys, sessionKeys, visitKeys } from '../http/key-files.ts';
import { siteTokens } from '../registry/api/access.ts';
import type { ArtifactStore } from '../registry/artifacts/artifact-store.ts';
import type { PrivateFileStore } from '../registry/artifacts/private-files.ts';
import { signingKeys } from '../registry/signing/set-signer.ts';
import { JournalBrokenError } from '../registry/state/registry-error.ts';
import type { RegistryState } from '../registry/state/registry-state.ts';
import { emptyState } from '../registry/state/registry-state.ts';
import type { Release } from '../registry/state/releases.ts';
import { type Backup, describeDamage, dumpSite, openBackup, readSaved, savedPrivateFiles } from './backup.ts';
import { journalOf } from './dump.ts';
import { listSiteFiles, privateFilesOf, readStored, releasesOf, stateOf, type Use, withArtifacts } from './site-home.ts';

export interface Verified {
  records: number;
  versions: number;
  /** Each in a sentence. */
  problems: string[];
}

/** Looks at all that a site keeps; nothing is changed, and the site goes on. */
export async function verifySite(use: Use): Promise<Verified> {
  const { home, clock, tell } = use;
  const problems: string[] = [];
  const found = await dumpSite(use).catch((error: unknown) => {
    if (!(error instanceof UnusableDatabaseError)) throw error;
    problems.push(error.message);
    return undefined;
  });
  const rows = found ? journalOf(found.dump) : [];
  const state = await stateOf(rows).catch((error: unknown) => {
    if (!(error instanceof JournalBrokenError)) throw error;
    problems.push(error.message);
    return emptyState;
  });
  problems.push(...describeDamage(found?.damaged ?? {}));
  tell(`${rows.length} records of the journal`);
  const newest = rows.at(-1)?.at;
  if (newest !== undefined && Date.parse(newest) > clock.now() + 60_000)
    problems.push(`The newest record is of ${newest}, which lies ahead: set this machine's clock.`);
  const releases = releasesOf(state);
  // Nothing is made where there is no site.
  const findDamage = async (artifacts: ArtifactStore) => {
    for (const release of releases) if (!(await isWhole(artifacts, release))) problems.push(ofVersion(release));
    const damaged = await countDamaged(state, artifacts.privateFiles);
    if (damaged > 0) problems.push(`${damaged} private files of versions are missing or damaged: ${restoreBackup}.`);
  };
  if (releases.length > 0) await withArtifacts(use, findDamage);
  tell(`${releases.length} versions`);
  problems.push(...(await findKeyProblems(home.dataDir)));
  return { records: rows.length, versions: releases.length, problems };
}

async function countDamaged(state: RegistryState, files: PrivateFileStore): Promise<number> {
  let damagedFiles = 0;
  for (const file of privateFilesOf(state)) if (!(await files.read(file))) damagedFiles += 1;
  return damagedFiles;
}

const ofVersion = ({ name, version }: Release) =>
  `Files of ${name} ${version} are missing or not as they were published: ${restoreBackup}.`;

const decompress = promisify(brotliDecompress);

/** By the digests of what was published, the compressed files too. */
async function isWhole(artifacts: ArtifactStore, release: Release): Promise<boolean> {
  const contents = await readStored(artifacts, release);
  if (!contents) return false;
  for (const file of contents.keys()) {
    const artifact = artifacts.find(release, file);
    if (artifact?.brotliPath === undefined) continue;
    const whole = await artifact
      .read(artifact.brotliPath)
      .then(decompress)
      .catch(() => undefined);
    if (!whole || integrityOf(whole) !== artifact.integrity) return false;
  }
  return true;
}

const kinds: readonly KeyKind<unknown>[] = [visitKeys, sessionKeys, siteTokens, signingKeys];

async function findKeyProblems(dataDir: string): Promise<string[]> {
  const problems: string[] = [];
  for (const name of await listSiteFiles(dataDir)) {
    const file = path.join(dataDir, name);
    const kind = kinds.find((each) => path.join(each.file) === name);
    const { size, mode } = await stat(file);
    if (size === 0) problems.push(`${file} is empty: put back a copy from a backup.`);
    else if (kind) problems.push(...keyProblem(kind, await readFile(file), file));
    if ((mode & 0o077) !== 0 && process.platform !== 'win32') problems.push(`${file} can be read by others than its owner: chmod 600 it.`);
  }
  return problems;
}

function keyProblem(kind: KeyKind<unknown>, content: Buffer, file: string): string[] {
  try {
    parseKeys(kind, content, file);
    return [];
  } catch (error) {
    if (error instanceof KeyError) return [error.message];
    throw error;
  }
}

/** @throws MovingError, JournalBrokenError where the backup cannot be used at all */
export async function verifyBackup(folder: string, tell: Use['tell']): Promise<Verified & { backup: Backup }> {
  const backup = await openBackup(folder);
  tell(`${backup.manifest.records} records of the journal`);
  const releases = releasesOf(backup.state);
  const problems: string[] = [];
  for (const release of releases)
    if (!(await readSaved(backup, release))) problems.push(`Files of ${release.name} ${release.version} are not whole in the backup.`);
  const damagedFiles = await countDamaged(backup.state, savedPrivateFiles(folder));
  if (damagedFiles > 0) problems.push(`${damagedFiles} private files of versions are not whole in the backup.`);
  tell(`${releases.length} versions`);
  return { backup, records: backup.manifest.records, versions: releases.length, problems };
}
