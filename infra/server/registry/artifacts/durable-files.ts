import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';

/** Writes a new file that is on the disk when the promise resolves, with the folders it needs. */
export async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(file, 'wx', 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Puts a folder's own entries on the disk: without it a file survives a power cut, its name does not. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders and needs no such step.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
