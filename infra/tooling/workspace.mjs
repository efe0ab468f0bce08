import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { contentHash } from '../../shared-contracts/build/content-version.mjs';
import { findRemoteFolders } from './remote-folders.mjs';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** In any order, because no build needs another. */
export const builtPackages = [
  'host',
  'infra/server',
  'infra/cli',
  'infra/contract',
  'infra/platform',
  'infra/remote',
  ...findRemoteFolders(root).map(({ folder }) => folder),
];

/**
 * Uncommitted files of a checkout are not part of a release. If there is no repository, all packages are.
 * @param {readonly string[]} packages @param {string} checkout
 */
export function committedPackages(packages = builtPackages, checkout = root) {
  const isUnknown = (/** @type {string} */ name) =>
    spawnSync('git', ['ls-files', '--error-unmatch', `${name}/package.json`], { cwd: checkout, stdio: 'ignore' }).status === 1;
  return packages.filter((name) => !isUnknown(name));
}

/** Lists sources, untracked files included. @param {string[]} patterns @returns {string[]} paths below the root */
export function listFiles(...patterns) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}

/** The stamp is outside dist, because dist is published whole. @param {string} name */
const stampOf = (name) => path.join(root, '.cache/built', name.replaceAll('/', '-'));
/** @param {string} name */
const distOf = (name) => path.join(root, name, 'dist');

/** Includes our packages that the package depends on. @param {string} name @returns {string[]} */
function sourcesOf(name) {
  const { dependencies = {} } = JSON.parse(readFileSync(path.join(root, name, 'package.json'), 'utf8'));
  const own = Object.keys(dependencies).flatMap((dependency) => {
    const folder = dependency.replace('@enfilade/', '');
    if (folder === dependency) return [];
    return sourcesOf(folder === 'shared-contracts' ? folder : `infra/${folder}`);
  });
  return [...new Set([name, ...own])];
}

/** @param {string} name */
export function inputHash(name) {
  // The server's build also writes the dashboard and the alert rules.
  const folders = [...sourcesOf(name), ...(name === 'infra/server' ? ['infra/tooling/watching'] : [])];
  return contentHash(
    folders.map((folder) => path.join(root, folder)),
    [path.join(root, 'pnpm-lock.yaml')],
  );
}

/** The packages whose dist is missing or whose sources have changed. @param {readonly string[]} [packages] */
export function stalePackages(packages = builtPackages) {
  return packages.filter(
    (name) => !existsSync(distOf(name)) || !existsSync(stampOf(name)) || readFileSync(stampOf(name), 'utf8') !== inputHash(name),
  );
}

/** Builds the stale packages in a separate process. Exits if a build fails. @param {readonly string[]} packages */
export function buildStale(packages = builtPackages) {
  if (stalePackages(packages).length === 0) return;
  // The build prints to stderr, because a program may read the command's output.
  const stdio = /** @type {import('node:child_process').StdioOptions} */ (['ignore', 2, 'inherit']);
  const { status } = spawnSync(process.execPath, ['infra/tooling/scripts/build.mjs', ...packages], { cwd: root, stdio });
  if (status !== 0) process.exit(status ?? 1);
}

/** @param {string} name @param {string} hash */
export function markBuilt(name, hash) {
  mkdirSync(path.dirname(stampOf(name)), { recursive: true });
  writeFileSync(stampOf(name), hash);
}

/** Writes Brotli beside every text file, so that no request waits for compression. @param {string} folder */
export function compress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
}
