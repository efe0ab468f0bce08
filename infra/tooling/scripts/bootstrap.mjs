// Installs the workspace with the pinned pnpm, once per lockfile and Node version.
// Runs before every root script, so only what ships with node and npm may be used here.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PNPM = 'pnpm@12.21.0';
const root = fileURLToPath(new URL('../../../', import.meta.url));
process.chdir(root);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Enfilade needs Node 20.19 or newer, this is ${process.version}.`);
  process.exit(1);
}

const stamp = 'node_modules/.enfilade-installed';
const wanted = createHash('sha256').update(readFileSync('pnpm-lock.yaml')).update(process.version).digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.log('Getting the dependencies (once per lockfile) …');
  const status = install();
  if (status !== 0) {
    console.error('The dependencies could not be installed; see the lines above. Run the command again when the registry answers.');
    process.exit(status);
  }
  mkdirSync('node_modules', { recursive: true });
  writeFileSync(stamp, wanted);
}

function install() {
  return pnpm(['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'], { stdio: 'inherit' }).status ?? 1;
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
