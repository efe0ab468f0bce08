import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { serverEnvironment } from '@enfilade/shared-contracts/build/server-build';
import { createRsbuild } from '@rsbuild/core';
import { onTestFinished } from '@rstest/core';

const repository = path.resolve(import.meta.dirname, '../../../..');
/** Of this repository; for as long as there is no tag. */
const olderCommit = '81b86a2a625e17102cb76745bf41b1a45aab77f3';
const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8', maxBuffer: 2 ** 30 }).trim();

/** `UPGRADE_FROM`, or else the last release's tag. */
export function findOlderRelease(): string {
  return process.env['UPGRADE_FROM'] ?? (git('tag', '--merged', 'HEAD', '--sort=-creatordate').split('\n')[0] || olderCommit);
}

/** A clone without the whole history gets the release from where it was cloned. */
function fetchMissing(release: string): void {
  const isThere = () => spawnSync('git', ['cat-file', '-e', `${release}^{commit}`], { cwd: repository }).status === 0;
  if (isThere()) return;
  const { stderr } = spawnSync('git', ['fetch', '--quiet', '--depth=1', 'origin', release], { cwd: repository, encoding: 'utf8' });
  if (isThere()) return;
  const wayOut = 'run `git fetch --unshallow`, or name a release that is there in UPGRADE_FROM';
  throw new Error(`The older release ${release} is not in this clone: ${wayOut}. ${stderr.trim()}`);
}

/** Written into the older release's sources: its own way to start a site, as a program. */
const program = `
import { startTestSite } from './start-test-site.ts';
const [, , folder = '', databaseUrl = '', demo = '', speech = ''] = process.argv;
const site = await startTestSite(folder, { environment: { DATABASE_URL: databaseUrl }, demoContentDir: demo, speechProgram: speech });
process.stdout.write(site.origin + '\\n');
process.on('SIGTERM', () => void site.close().then(() => process.exit()));
`;

/** Builds the server of an older release, with the packages of this one. @returns its program */
export async function buildOlderRelease(release: string, folder: string): Promise<string> {
  fetchMissing(release);
  const archive = execFileSync('git', ['archive', release], { cwd: repository, maxBuffer: 2 ** 30 });
  await mkdir(folder, { recursive: true });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  await symlink(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'));
  // Their links to packages of ours lead into the older release. The platform's go to the server's, which it is bundled with.
  const links = [['shared-contracts'], ['infra/platform'], ['infra/platform', 'infra/server'], ['infra/server']] as const;
  for (const [from, to = from] of links)
    await cp(path.join(repository, from, 'node_modules'), path.join(folder, to, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
  const source = path.join(folder, 'infra/server/main/testing/older-site.ts');
  await writeFile(source, program);
  const root = path.join(folder, 'infra/server');
  const environment = serverEnvironment({ older: source });
  const rsbuild = await createRsbuild({
    cwd: root,
    rsbuildConfig: { root, mode: 'production', logLevel: 'error', environments: { older: environment } },
  });
  await rsbuild.build();
  return path.join(root, 'dist/older.mjs');
}

export interface OlderSite {
  origin: string;
  close(): Promise<void>;
}

/** Its page, scripts and data lie in `folder`. */
export async function startOlderSite(script: string, folder: string, databaseUrl: string): Promise<OlderSite> {
  const demo = path.join(script, '../../../demo');
  const speech = path.join(repository, 'infra/speech/main.mjs');
  const child = spawn(process.execPath, [script, folder, databaseUrl, demo, speech], { stdio: ['ignore', 'pipe', 'inherit'] });
  // After a failure, too: the run would wait for it.
  onTestFinished(() => void child.kill());
  const exited = once(child, 'exit');
  const origin = await firstLine(child);
  return {
    origin,
    async close() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout) for await (const line of createInterface({ input: stdout })) return line;
  throw new Error('The older release did not start.');
}
