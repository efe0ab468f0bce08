import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isLeftBehind } from '@enfilade/shared-contracts/kit/is-left-behind';
import { PublishRefusedError } from '../state/registry-error.ts';
import { type BuildCollector, type BuildFiles, buildLimits, createBuildCollector, printable } from './build-files.ts';

/** What becomes of a file that may not be part of a build: thrown, or collected. */
type Refuse = (problem: PublishRefusedError) => void;
const throwAtOnce: Refuse = (problem) => {
  throw problem;
};

/**
 * Reads a built folder into memory.
 * @param refuse is called for each file that is too large or no plain file; left out, the first one is thrown
 * @throws PublishRefusedError when the folder is missing or holds far too much, and what `refuse` throws
 */
export async function readFolder(folder: string, refuse: Refuse = throwAtOnce): Promise<BuildFiles> {
  const collector = createBuildCollector();
  let entries = 0;
  for await (const { file, isPlain } of listEntries(folder)) {
    if (++entries > buildLimits.entries)
      throw new PublishRefusedError(`The folder has more than ${buildLimits.entries} files; publish dist alone.`);
    try {
      if (!isPlain) throw new PublishRefusedError(`"${printable(file)}" is a link or a device; put the file itself into the build.`);
      await readInto(collector, folder, file);
    } catch (error) {
      if (!(error instanceof PublishRefusedError)) throw error;
      refuse(error);
    }
  }
  return collector.files;
}

async function* listEntries(root: string, below = ''): AsyncGenerator<{ file: string; isPlain: boolean }> {
  const found = await readdir(path.join(root, below), { withFileTypes: true }).catch((cause) => {
    throw new PublishRefusedError(`The folder ${path.join(root, below)} cannot be read; build the remote first.`, { cause });
  });
  for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = below === '' ? entry.name : `${below}/${entry.name}`;
    if (isLeftBehind(entry.name)) continue;
    if (entry.isDirectory()) yield* listEntries(root, file);
    else yield { file, isPlain: entry.isFile() };
  }
}

async function readInto(collector: BuildCollector, root: string, file: string): Promise<void> {
  // The file may have become a link since it was listed.
  const handle = await open(path.join(root, file), constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size } = await handle.stat();
    if (collector.accepts(file, size)) collector.add(file, await handle.readFile());
  } finally {
    await handle.close();
  }
}
