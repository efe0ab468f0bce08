// Installs the workspace with the pinned pnpm, once per lockfile and Node version, and gives a new remote its packages.
// Runs before every root script, so only what ships with node and npm may be used here.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PNPM = 'pnpm@12.21.0';
const root = fileURLToPath(new URL('../../../', import.meta.url));
process.chdir(root);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Enfilade needs Node 20.19 or newer, this is ${process.version}.`);
  process.exit(1);
}

// The bundler imports its configuration by path, and takes these signs for parts of an address. A release runs in any folder.
if (/[#?%]/.test(root)) {
  console.error(`Enfilade cannot be built in ${root}: move the checkout to a folder without #, ? and % in its path.`);
  process.exit(1);
}

// A screen of `remotes new` needs the packages of every screen: it links those of another screen, so that the lockfile, which all versions
// are made from, does not change.
const isRemote = (/** @type {string} */ name) => /^mfe-[a-z0-9]+$/.test(name) && existsSync(path.join(name, 'package.json'));
const locked = new Set([...readFileSync('pnpm-lock.yaml', 'utf8').matchAll(/^ {2}(mfe-[a-z0-9]+):$/gm)].map(([, name = '']) => name));
const remotes = readdirSync('.').filter(isRemote);
/** Folders that are not in the lockfile, which must not change for other packages. */
const added = remotes.filter((name) => !locked.has(name));

const stamp = 'node_modules/.enfilade-installed';
const wanted = createHash('sha256').update(readFileSync('pnpm-lock.yaml')).update(process.version).digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.log('Getting the dependencies (once per lockfile) …');
  const status = install(['--frozen-lockfile', ...added.flatMap((name) => ['--filter', `!./${name}`])]);
  if (status !== 0) {
    console.error('The dependencies could not be installed; see the lines above. Run the command again when the registry answers.');
    process.exit(status);
  }
  mkdirSync('node_modules', { recursive: true });
  writeFileSync(stamp, wanted);
}

for (const name of added) {
  const modules = path.join(name, 'node_modules');
  if (Object.keys(packagesOf(name)).every((wanted) => existsSync(path.join(modules, wanted)))) continue;
  // A link to a screen that lacks some packages, or is gone.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(modules);
  const giver = remotes.find((each) => locked.has(each) && hasAll(packagesOf(each), packagesOf(name)));
  if (giver) symlinkSync(path.join('..', giver, 'node_modules'), modules, 'junction');
  else {
    console.log(`${name} wants packages that no screen has yet: getting them, and writing them into pnpm-lock.yaml …`);
    const status = install(['--no-frozen-lockfile']);
    if (status !== 0) process.exit(status);
    break;
  }
}

/** @param {string} folder @returns {Record<string, string>} */
function packagesOf(folder) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return { ...dependencies, ...devDependencies };
}

/** @param {Record<string, string>} all @param {Record<string, string>} wanted */
function hasAll(all, wanted) {
  return Object.entries(wanted).every(([name, range]) => all[name] === range);
}

/** @param {string[]} options */
function install(options) {
  return pnpm(['install', ...options, '--prefer-offline', '--reporter=append-only'], { stdio: 'inherit' }).status ?? 1;
}

/**
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptionsWithStringEncoding | { stdio: import('node:child_process').StdioOptions }} options
 */
export function pnpm(args, options) {
  const shell = process.platform === 'win32';
  const own = spawnSync('pnpm', ['--version'], { encoding: 'utf8', shell });
  const [command, prefix] = own.status === 0 && own.stdout.startsWith('12.') ? ['pnpm', []] : ['npx', ['--yes', PNPM]];
  // CI=1: pnpm never asks before it repairs a node_modules that somebody made with npm.
  const env = { ...process.env, CI: process.env['CI'] ?? '1' };
  return spawnSync(command, [...prefix, ...args], { ...options, shell, env });
}
