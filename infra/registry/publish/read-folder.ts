import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { PublishRefusedError } from '../registry-error.ts';
import { type BuildCollector, type BuildFiles, createBuildCollector, shown } from './build-files.ts';
import { buildLimits } from './limits.ts';

/**
 * Reads a built folder into memory.
 * @throws PublishRefusedError when it is missing, too large, or holds anything but plain files and folders.
 */
export async function readFolder(folder: string): Promise<BuildFiles> {
  const collector = createBuildCollector();
  let entries = 0;
  for await (const file of plainFiles(folder)) {
    if (++entries > buildLimits.entries)
      throw new PublishRefusedError(`The folder has more than ${buildLimits.entries} files; publish dist alone.`);
    await readInto(collector, folder, file);
  }
  return collector.files;
}

async function* plainFiles(root: string, below = ''): AsyncGenerator<string> {
  const found = await readdir(path.join(root, below), { withFileTypes: true }).catch((cause) => {
    throw new PublishRefusedError(`The folder ${path.join(root, below)} cannot be read; build the remote first.`, { cause });
  });
  for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* plainFiles(root, file);
    else if (entry.isFile()) yield file;
    else throw new PublishRefusedError(`"${shown(file)}" is a link or a device; put the file itself into the build.`);
  }
}

async function readInto(collector: BuildCollector, root: string, file: string): Promise<void> {
  // The file may have become a link since it was listed.
  const handle = await open(path.join(root, file), constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size } = await handle.stat();
    if (collector.wants(file, size)) collector.add(file, await handle.readFile());
  } finally {
    await handle.close();
  }
}
