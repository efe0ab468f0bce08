import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RunningSite } from './start-site.ts';

const root = path.resolve(import.meta.dirname, '../..');

function call(site: RunningSite, given: string[]) {
  const place = ['--registry', site.origin, '--token-file', path.join(site.dataDir, 'tokens/local')];
  return promisify(execFile)(process.execPath, ['infra/tooling/scripts/remotes.mjs', ...given, ...place, '--json'], { cwd: root });
}

/** Calls the teams' command line as a pipeline does. @returns its JSON output */
export async function remotes(site: RunningSite, ...given: string[]): Promise<Record<string, unknown>> {
  return JSON.parse((await call(site, given)).stdout) as Record<string, unknown>;
}

/** A failed command is not an error here. */
export async function tryRemotes(site: RunningSite, ...given: string[]): Promise<{ code: number; json: Record<string, unknown> }> {
  const { code, stdout } = await call(site, given).then(
    (done) => ({ code: 0, ...done }),
    (error: { code: number; stdout: string }) => error,
  );
  return { code, json: JSON.parse(stdout) as Record<string, unknown> };
}
