import { createHash } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { canonicalJson } from '@enfilade/shared-contracts/remote/signed-set';
import type { Release } from '../state/record.ts';

/** Occurs in no version. */
const separator = '@';
const digestLetters = 16;
/** Each is asked for at every request of a file. */
const digests = new WeakMap<Release['files'], string>();

/**
 * Where a version's files lie below the store. The name says the content: gateways that publish different files as
 * one version at the same time never touch each other's, and which of them is the version, the journal says.
 */
export function versionFolder(root: string, { name, version, files }: Release): string {
  return path.join(root, name, `${version}${separator}${digestOf(files)}`);
}

function digestOf(files: Release['files']): string {
  const digest = digests.get(files) ?? createHash('sha256').update(canonicalJson(files)).digest('hex').slice(0, digestLetters);
  digests.set(files, digest);
  return digest;
}

/** Whether the version has a folder, also when it first has to get its name of today: folders did not always say their content. */
export async function isStored(root: string, release: Release): Promise<boolean> {
  const folder = versionFolder(root, release);
  if (await isThere(folder)) return true;
  await rename(path.join(root, release.name, release.version), folder).catch(() => {});
  return isThere(folder);
}

function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}

/** Removes what was stored as this version and did not become it. */
export async function removeRivals(root: string, release: Release): Promise<void> {
  const own = versionFolder(root, release);
  const stored = await readdir(path.dirname(own));
  for (const entry of stored) {
    const folder = path.join(path.dirname(own), entry);
    const isOfVersion = entry === release.version || entry.startsWith(`${release.version}${separator}`);
    if (isOfVersion && folder !== own) await rm(folder, { recursive: true, force: true });
  }
}
