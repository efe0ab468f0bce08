import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { restoreBackup, UnusableDatabaseError } from '../database/site-database.ts';
import { KeyError, type KeyKind, parseKeys, sessionKeys, visitKeys } from '../http/key-files.ts';
import { integrityOf } from '../http/kit.ts';
import { siteTokens } from '../registry/api/access.ts';
import { type ArtifactStore, openArtifactStore } from '../registry/artifacts/artifact-store.ts';
import { signingKeys } from '../registry/signing/set-signer.ts';
import { JournalBrokenError } from '../registry/state/registry-error.ts';
import { emptyState, type RegistryState } from '../registry/state/registry-state.ts';
import type { Release } from '../registry/state/releases.ts';
import { describeDamage, dumpSite, journalOf, openBackup } from './backup.ts';
import { listSiteFiles, privateFilesOf, readStored, releasesOf, stateOf, type Use, withArtifacts } from './site-home.ts';

export interface Verified {
  records: number;
  versions: number;
  problems: string[];
}

/** Changes nothing. The site may be running. */
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
    problems.push(`The newest record has the time ${newest}, which is in the future: set this machine's clock.`);
  const releases = releasesOf(state);
  const ofSite = (what: string) => `${what} are missing or damaged: ${restoreBackup}.`;
  // Opening the artifacts creates folders, and the check must create nothing if no site exists.
  if (releases.length > 0) problems.push(...(await withArtifacts(use, (artifacts) => findDamage(artifacts, state, ofSite))));
  tell(`${releases.length} versions`);
  problems.push(...(await findKeyProblems(home.dataDir)));
  return { records: rows.length, versions: releases.length, problems };
}

async function findDamage(artifacts: ArtifactStore, state: RegistryState, say: (what: string) => string): Promise<string[]> {
  const problems: string[] = [];
  for (const release of releasesOf(state))
    if (!(await isWhole(artifacts, release))) problems.push(say(`Files of ${release.name} ${release.version}`));
  let damaged = 0;
  for (const file of privateFilesOf(state)) if (!(await artifacts.privateFiles.read(file))) damaged += 1;
  return damaged > 0 ? [...problems, say(`${damaged} private files of versions`)] : problems;
}

const decompress = promisify(brotliDecompress);

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
    if (size === 0) problems.push(`${file} is empty: restore a copy from a backup.`);
    else if (kind) problems.push(...keyProblem(kind, await readFile(file), file));
    if ((mode & 0o077) !== 0 && process.platform !== 'win32') problems.push(`${file} can be read by other users: run chmod 600 on it.`);
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

/** @throws MovingError, JournalBrokenError if the backup cannot be opened */
export async function verifyBackup({ clock, tell }: Pick<Use, 'clock' | 'tell'>, folder: string): Promise<Verified> {
  const { manifest, state } = await openBackup(folder);
  tell(`${manifest.records} records of the journal`);
  const problems = await findDamage(await openArtifactStore(folder, clock), state, (what) => `${what} are damaged in the backup.`);
  const versions = releasesOf(state).length;
  tell(`${versions} versions`);
  return { records: manifest.records, versions, problems };
}
