import { execFile } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildRemote, makeFolder } from './release.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Call `remove` at the end. */
export async function makeScreen(name: string, ...options: string[]): Promise<{ built: string; remove(): void }> {
  const cwd = makeFolder('new-');
  const remove = () => rmSync(cwd, { recursive: true, force: true });
  try {
    const command = [path.join(root, 'infra/tooling/scripts/remotes.mjs'), 'new', name, ...options];
    await promisify(execFile)(process.execPath, command, { env: { ...process.env, INIT_CWD: cwd } });
    const folder = path.join(cwd, `mfe-${name}`);
    // The repository's bootstrap makes the same link for a new folder.
    symlinkSync(path.join(root, 'mfe-landing/node_modules'), path.join(folder, 'node_modules'));
    return { built: await buildRemote(name, folder), remove };
  } catch (error) {
    remove();
    throw error;
  }
}
