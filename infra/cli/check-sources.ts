import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { decodeText } from '@enfilade/shared-contracts/kit/decode-text';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { CommandFailedError } from './command.ts';

// Does for one remote what `npm run check` and `npm run unit` do for the whole checkout, and builds nothing else. A remote in a
// repository of its own is checked with that repository's tools.

interface Sources {
  /** The checkout, or the package @enfilade/remote. */
  root: string;
  folder: string;
}

interface Tool {
  program: string;
  args: readonly string[];
  cwd?: string;
}

export const isSources = (folder: string): boolean => existsSync(path.join(folder, 'package.json'));

/**
 * @param options.withBrowser if false, the accessibility of the views is not checked
 * @returns a text for each check that failed
 * @throws CommandFailedError if the folder cannot be checked
 */
export async function checkSources(
  { root, folder }: Sources,
  { withBrowser }: { withBrowser: boolean },
): Promise<{ isBuilt: boolean; problems: string[] }> {
  const isInCheckout = !path.relative(root, folder).startsWith('..');
  if (!existsSync(path.join(folder, 'node_modules'))) {
    const mend = isInCheckout ? 'run `npx pnpm@12 install` in the repository' : 'run `npm install` there';
    throw new CommandFailedError(`${isInCheckout ? path.relative(root, folder) : folder} has no packages yet; ${mend}.`);
  }
  const parts = isInCheckout ? checksOfCheckout({ root, folder }, withBrowser) : checksOfRepository(folder);
  const found = await Promise.all(Object.entries(parts).map(async ([name, check]) => ({ name, problem: await check() })));
  return {
    isBuilt: found.every(({ name, problem }) => name !== 'build' || problem === undefined),
    problems: found.flatMap(({ name, problem }) => (problem === undefined ? [] : [`${name}:\n${problem}`])),
  };
}

type Checks = Record<string, () => Promise<string | undefined>>;

/** @throws CommandFailedError if package.json has no build script */
function checksOfRepository(folder: string): Checks {
  const { scripts = {} }: { scripts?: Record<string, string> } = Object(
    parseJson(decodeText(readFileSync(path.join(folder, 'package.json')))),
  );
  if (scripts['build'] === undefined)
    throw new CommandFailedError(`${folder}/package.json has no script "build"; add a script that writes dist.`);
  const npm = (script: string) => () => run({ program: 'npm', args: ['run', '--silent', script], cwd: folder });
  const tsc = path.join(folder, 'node_modules/.bin/tsc');
  const isTyped = existsSync(tsc) && existsSync(path.join(folder, 'tsconfig.json'));
  return {
    ...(isTyped && { types: () => run({ program: tsc, args: ['--noEmit', '--pretty', 'false'], cwd: folder }) }),
    ...(scripts['test'] !== undefined && { tests: npm('test') }),
    build: npm('build'),
  };
}

function checksOfCheckout({ root, folder }: Sources, withBrowser: boolean): Checks {
  const relative = path.relative(root, folder);
  const bin = (name: string) => path.join(root, 'node_modules/.bin', name);
  const ownBin = (name: string) => path.join(folder, 'node_modules/.bin', name);
  return {
    'formatting and lint': () => run({ program: bin('biome'), args: ['ci', relative, '--diagnostic-level=error'], cwd: root }),
    types: () => checkTypes({ root, folder }),
    imports: () => run({ program: bin('depcruise'), args: ['--config', '.dependency-cruiser.cjs', relative], cwd: root }),
    tests: () => run({ program: ownBin('rstest'), args: ['run'], cwd: folder }),
    build: () => run({ program: ownBin('rsbuild'), args: ['build', '--log-level', 'error'], cwd: folder }),
    ...(withBrowser && { 'accessibility of its states': () => checkViews({ root, folder }) }),
  };
}

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
  if (!existsSync(path.join(folder, 'testing/states.tsx'))) return 'testing/states.tsx, which draws the views, is missing';
  const name = path.basename(folder).replace('mfe-', '');
  return runNode(root, 'infra/tooling/scripts/gallery.mjs', '--barriers', '--quick', '--only', name);
}

const runNode = (root: string, script: string, ...args: string[]) =>
  run({ program: process.execPath, args: [path.join(root, script), ...args], cwd: root });

/** @returns the output if the exit code is not 0 */
function run({ program, args, cwd }: Tool): Promise<string | undefined> {
  return new Promise((resolve) => {
    // With CI set, a missing snapshot fails a test; otherwise the test would write the snapshot.
    const child = spawn(program, args, { cwd, env: { ...process.env, CI: '1', NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) =>
      resolve(code === 0 ? undefined : stripVTControlCharacters(said).trim() || `the check exited with ${code}`),
    );
  });
}
