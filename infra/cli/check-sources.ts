import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { CommandFailedError } from './command.ts';

// What `npm run check` and `npm run unit` do for the whole checkout, for one remote alone: nothing else of it is built.

interface Sources {
  /** The checkout. */
  root: string;
  /** The remote's own, with rsbuild.config.ts. */
  folder: string;
}

interface Tool {
  program: string;
  args: readonly string[];
  cwd?: string;
}

/** Whether a folder holds what a remote is built from. */
export const isSources = (folder: string): boolean => existsSync(path.join(folder, 'rsbuild.config.ts'));

/**
 * Builds a remote and puts its sources to everything that `npm test` would.
 * @param options.withBrowser without, nobody looks at its views
 * @returns a text for each part that something stands against
 * @throws CommandFailedError where the folder cannot be checked
 */
export async function checkSources(
  { root, folder }: Sources,
  { withBrowser }: { withBrowser: boolean },
): Promise<{ isBuilt: boolean; problems: string[] }> {
  const relative = path.relative(root, folder);
  if (relative.startsWith('..')) throw new CommandFailedError(`${folder} is outside this checkout; build it and check its dist.`);
  if (!existsSync(path.join(folder, 'node_modules'))) {
    throw new CommandFailedError(`${relative} has no packages yet; run \`npx pnpm@12 install\` in the repository.`);
  }
  const bin = (name: string) => path.join(root, 'node_modules/.bin', name);
  const ownBin = (name: string) => path.join(folder, 'node_modules/.bin', name);
  const parts: Record<string, () => Promise<string | undefined>> = {
    'formatting and lint': () => run({ program: bin('biome'), args: ['ci', relative, '--diagnostic-level=error'], cwd: root }),
    types: () => checkTypes({ root, folder }),
    imports: () => run({ program: bin('depcruise'), args: ['--config', '.dependency-cruiser.cjs', relative], cwd: root }),
    tests: () => run({ program: ownBin('rstest'), args: ['run'], cwd: folder }),
    build: () => run({ program: ownBin('rsbuild'), args: ['build', '--log-level', 'error'], cwd: folder }),
    ...(withBrowser && { 'accessibility of its states': () => checkViews({ root, folder }) }),
  };
  const found = await Promise.all(Object.entries(parts).map(async ([name, check]) => ({ name, problem: await check() })));
  return {
    isBuilt: found.every(({ name, problem }) => name !== 'build' || problem === undefined),
    problems: found.flatMap(({ name, problem }) => (problem === undefined ? [] : [`${name}:\n${problem}`])),
  };
}

/** Of this folder alone, its class names and its tests included. */
async function checkTypes({ root, folder }: Sources): Promise<string | undefined> {
  const place = path.join(root, '.cache/check', path.basename(folder));
  const classNames = path.join(place, 'css-types');
  const tsconfig = path.join(place, 'tsconfig.json');
  await mkdir(place, { recursive: true });
  await writeFile(
    tsconfig,
    JSON.stringify({
      extends: path.join(root, 'tsconfig.base.json'),
      include: [folder, path.join(root, 'shared-contracts/build/remote-globals.d.ts')],
      exclude: ['node_modules', 'dist', '.cache'].map((name) => path.join(folder, name)),
      compilerOptions: { rootDirs: [root, classNames] },
    }),
  );
  const made = await runNode(
    root,
    'infra/tooling/scripts/css-types.mjs',
    path.relative(root, classNames),
    path.relative(root, folder),
    'shared-contracts',
  );
  return made ?? runNode(root, 'node_modules/typescript-7/bin/tsc', '-p', tsconfig, '--pretty', 'false');
}

async function checkViews({ root, folder }: Sources): Promise<string | undefined> {
  if (!existsSync(path.join(folder, 'testing/states.tsx'))) return 'there is no testing/states.tsx that draws its views';
  const name = path.basename(folder).replace('mfe-', '');
  return runNode(root, 'infra/tooling/scripts/gallery.mjs', '--barriers', '--quick', '--only', name);
}

const runNode = (root: string, script: string, ...args: string[]) =>
  run({ program: process.execPath, args: [path.join(root, script), ...args], cwd: root });

/** @returns what a tool said that did not end with 0 */
function run({ program, args, cwd }: Tool): Promise<string | undefined> {
  return new Promise((resolve) => {
    // CI: what tests compare with is not written, but missed.
    const child = spawn(program, args, { cwd, env: { ...process.env, CI: '1', NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? undefined : stripVTControlCharacters(said).trim() || `it ended with ${code}`));
  });
}
