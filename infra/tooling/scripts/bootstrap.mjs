// Installs the workspace once for each lockfile and Node version, and links the packages of a new remote. Runs before every npm command,
// so this module imports nothing besides Node's own modules.
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
  console.error(`Enfilade needs Node 20.19 or newer, and this is Node ${process.version}. Install a newer Node.`);
  process.exit(1);
}

// The bundler imports its configuration by URL and misreads these characters. A release archive runs in any folder.
if (/[#?%]/.test(root)) {
  console.error(`Enfilade cannot be built in ${root}: move the checkout to a folder without #, ? and % in its path.`);
  process.exit(1);
}

// A screen of `remotes new` needs the packages of every screen. With a link to another screen's packages, the lockfile stays unchanged.
const isRemote = (/** @type {string} */ name) => /^mfe-[a-z0-9]+$/.test(name) && existsSync(path.join(name, 'package.json'));
const locked = new Set([...readFileSync('pnpm-lock.yaml', 'utf8').matchAll(/^ {2}(mfe-[a-z0-9]+):$/gm)].map(([, name = '']) => name));
const remotes = readdirSync('.').filter(isRemote);
const added = remotes.filter((name) => !locked.has(name));

const stamp = 'node_modules/.enfilade-installed';
const wanted = createHash('sha256').update(readFileSync('pnpm-lock.yaml')).update(process.version).digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.log('Installing the packages (once for each lockfile) …');
  const status = install(['--frozen-lockfile', ...added.flatMap((name) => ['--filter', `!./${name}`])]);
  if (status !== 0) {
    console.error(
      'The packages could not be installed; see the output above. Run the command again when the package registry is reachable.',
    );
    process.exit(status);
  }
  mkdirSync('node_modules', { recursive: true });
  writeFileSync(stamp, wanted);
}

for (const name of added) {
  const modules = path.join(name, 'node_modules');
  if (Object.keys(packagesOf(name)).every((wanted) => existsSync(path.join(modules, wanted)))) continue;
  // An old link leads to a screen that was deleted or lacks a package.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(modules);
  const giver = remotes.find((each) => locked.has(each) && hasAll(packagesOf(each), packagesOf(name)));
  if (giver) symlinkSync(path.join('..', giver, 'node_modules'), modules, 'junction');
  else {
    console.log(`Installing packages of ${name} that no screen has yet, and writing them into pnpm-lock.yaml …`);
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
  // CI=1: pnpm replaces a node_modules folder of npm without a question.
  const env = { ...process.env, CI: process.env['CI'] ?? '1' };
  return spawnSync(command, [...prefix, ...args], { ...options, shell, env });
}
