// `npm test -- --all` runs every command of package.json once, in its shortest form.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSite } from '../bench/start-process.mjs';
import { root } from '../workspace.mjs';

const dataDir = mkdtempSync(path.join(tmpdir(), 'enfilade-commands-'));
const env = { DATA_DIR: path.join(dataDir, 'site'), LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '0' };
/** @type {string[]} */
const failed = [];

/** @param {string} name @param {string[]} args */
function run(name, ...args) {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', name, '--', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  const command = `npm run ${[name, ...(args.length > 0 ? ['--'] : []), ...args].join(' ')}`;
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${command}`);
  if (status === 0) return;
  console.log(`${stdout}${stderr}`);
  failed.push(command);
}

/** @param {string} name @param {string[]} args @param {(origin: string) => void} [use] */
async function serve(name, args = [], use = () => undefined) {
  try {
    const site = await startSite(['infra/tooling/scripts/run.mjs', name, ...args], env);
    console.log(`ok   npm run ${name}`);
    use(site.origin);
    await site.stop();
  } catch (error) {
    console.log(`FAIL npm run ${name}\n${error}`);
    failed.push(`npm run ${name}`);
  }
}

/** `--cluster` is left out, because this script gets no programs. @type {Record<string, () => unknown>} */
const tries = {
  build: () => run('build'),
  check: () => run('check'),
  fix: () => run('fix'),
  unit: () => run('unit', 'infra/tooling/scripts/help.test.ts'),
  test: () => run('test', '--help'),
  e2e: () => run('e2e', 'flows/pages.spec.ts', '-g', 'landing'),
  gallery: () => run('gallery', '--only', 'chat', '--quick'),
  guide: () => run('guide', 'check', '--museum', 'archive'),
  release: () => run('release'),
  start: () => serve('start', [], (origin) => run('remotes', 'list', '--registry', origin)),
  remotes: () => run('remotes', '--help'),
  registry: () => run('registry', 'verify'),
  dev: () => serve('dev', ['--port', '0']),
  bench: () => {
    for (const name of ['chat', 'guide', 'cost', 'overload', 'voice', 'page']) run('bench', name, '--short', '--trial');
  },
};

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
for (const name of Object.keys(scripts)) if (!tries[name]) failed.push(`npm run ${name} is missing in try-commands.mjs`);
try {
  for (const attempt of Object.values(tries)) await attempt();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
if (failed.length > 0) console.log(`Failed: ${failed.join('; ')}`);
process.exit(failed.length === 0 ? 0 : 1);
