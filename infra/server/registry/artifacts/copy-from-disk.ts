import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { integrityOf } from '../../http/kit.ts';
import type { Release } from '../state/releases.ts';
import { openArtifactStore } from './artifact-store.ts';
import { type PrivateFileStore, privateFolder } from './private-files.ts';

/** Copies once for each bucket. */
export async function copyFromDisk(
  { dataDir, url, clock, privateFiles }: { dataDir: string; url: string; clock: Clock; privateFiles: PrivateFileStore },
  releases: readonly Release[],
  storeAll: (release: Release, contents: [string, Uint8Array][]) => Promise<void>,
): Promise<void> {
  const folder = path.join(dataDir, 'artifacts');
  const mark = path.join(folder, '.copied-to');
  if (!existsSync(folder) || (await readFile(mark, 'utf8').catch(() => '')) === url) return;
  const disk = await openArtifactStore(dataDir, clock);
  const failures: unknown[] = [];
  for (const release of releases) {
    if (!(await disk.has(release))) continue;
    const contents = Object.keys(release.files).map(async (file): Promise<[string, Uint8Array]> => {
      return [file, await readFile(disk.find(release, file)?.path ?? '')];
    });
    await storeAll(release, await Promise.all(contents)).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  await copyPrivateFiles(folder, privateFiles);
  await writeFile(mark, url);
}

async function copyPrivateFiles(artifacts: string, to: PrivateFileStore): Promise<void> {
  const folder = privateFolder(artifacts);
  for (const digest of await readdir(folder).catch(() => [])) {
    if (!/^[0-9a-f]{96}$/.test(digest)) continue;
    const contents = await readFile(path.join(folder, digest));
    const integrity = `sha384-${Buffer.from(digest, 'hex').toString('base64')}`;
    if (integrityOf(contents) === integrity) await to.put({ bytes: contents.length, integrity }, contents);
  }
}
