import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RunningSite } from './start-site.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The teams' command line, as a team's pipeline calls it; what it says as JSON. */
export async function remotes(site: RunningSite, ...given: string[]): Promise<Record<string, unknown>> {
  const command = [
    'infra/tooling/scripts/remotes.mjs',
    ...given,
    '--registry',
    site.origin,
    '--token-file',
    path.join(site.dataDir, 'tokens/local'),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [...command, '--json'], { cwd: root });
  return JSON.parse(stdout) as Record<string, unknown>;
}
