import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { figure, quantile } from '../bench/figure.mjs';
import { measureOverload, measureVisits } from '../bench/load/measure-load.mjs';
import { measureLeaks, measureSoak, measureThread, measureVoice } from '../bench/measure-browser.mjs';
import { measureCanShip } from '../bench/measure-can-ship.mjs';
import { askGateway, measureFirstWord, museumId } from '../bench/measure-chat.mjs';
import { measureCluster } from '../bench/measure-cluster.mjs';
import { measureDev } from '../bench/measure-dev.mjs';
import { measureGuide } from '../bench/measure-guide.mjs';
import { measureRelease, measureResolve } from '../bench/measure-registry.mjs';
import { measureRollouts } from '../bench/measure-rollouts.mjs';
import { measureVisitor } from '../bench/measure-visitor.mjs';
import { measureLighthouse } from '../bench/page/measure-lighthouse.mjs';
import { measurePage } from '../bench/page/measure-page.mjs';
import { pssOfTree, siteAddress, startProcess } from '../bench/start-process.mjs';
import { builtPackages, root } from '../workspace.mjs';

// `npm run bench`: the figures the project promises, measured on what `npm start` runs. Nothing here is a test.
// With names behind `--` only those: build, start, chat, guide, thread, voice, resolve, release, kills, fuzz, properties, leaks, cost, overload, visits;
// can-ship takes five minutes, soak and page are half an hour each, cluster a quarter, rollouts [--runs 10000] invents visits for some minutes, dev starts a development site, lighthouse asks the network for itself, upgrade builds the
// last release (UPGRADE_FROM names another), and all run only
// when they are named: visitor [--runs 9], page [--runs 15] [--only landing], dev [--runs 10].

const kills = 200;

/** The test of the registry's crashes, with as many as are promised, over SQLite and over PostgreSQL. */
function measureKills() {
  const began = performance.now();
  const hold = runTests(['infra/server/registry/crash.test.ts'], { KILLS: `${kills}` });
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  const measured = hold ? `nothing lost, nothing twice, every chain whole, in ${seconds} s` : 'see above';
  figure(`${kills} kill -9 over SQLite and ${kills} over PostgreSQL`, measured, '0 acknowledged changes lost', hold);
}

/** A gateway of the last release beside one of this checkout. */
function measureUpgrade() {
  const hold = runTests(['--project', 'server', '--include', '**/*.drill.ts'], {});
  figure('two releases side by side on one database', hold ? 'nothing lost, each starts again' : 'see above', 'nothing lost', hold);
}

/**
 * Runs tests further than `npm test` does; prints what they say when one fails.
 * @param {string[]} files @param {Record<string, string>} env @returns {boolean} whether all hold
 */
function runTests(files, env) {
  const { status, stdout, stderr } = spawnSync(path.join(root, 'node_modules/.bin/rstest'), ['run', ...files], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) console.log(stdout + stderr);
  return status === 0;
}

const times = 50;

/** The walk of the tests over every route, 50 times as far and every time another way: 10,000 cases a writing route, 10,000 museums nobody has. */
function measureFuzz() {
  const seed = process.env['PROPERTY_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31));
  const hold = runTests(['e2e/fuzz'], { FUZZ_TIMES: String(times), PROPERTY_SEED: seed });
  const measured = hold ? 'none' : `PROPERTY_SEED=${seed} shows them`;
  figure('answers out of their schema, of 10,000 cases a writing and 2,500 a reading route', measured, 'none', hold);
}

/** Property tests walk less far in `npm test`. */
function measureProperties() {
  const all = execFileSync('git', ['grep', '-l', "from 'fast-check'", '--', '*.test.ts', '*.test.tsx'], { cwd: root, encoding: 'utf8' });
  // `fuzz` measures the routes; the gateways' test has no random input, but a hundred teams instead of 25.
  const files = [...all.split('\n').filter((file) => file !== '' && !file.startsWith('e2e/')), 'infra/server/registry/gateways.test.ts'];
  const hold = runTests(files, { THOROUGH: '1' });
  figure(`properties of ${files.length} files that did not hold`, hold ? 'none' : 'see above', 'none', hold);
}

function measureBuild() {
  for (const name of builtPackages) rmSync(path.join(root, name, 'dist'), { recursive: true, force: true });
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/tooling/scripts/build.mjs'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
  const seconds = (performance.now() - began) / 1000;
  figure('build of everything', `${seconds.toFixed(1)} s`, '30 s', seconds <= 30);
}

/** @param {string} dataDir */
async function measureStart(dataDir) {
  const env = { DATA_DIR: path.join(dataDir, 'start'), LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '0' };
  const times = [];
  let pss = 0;
  for (let run = 0; run < 4; run += 1) {
    const site = await startProcess('npm', ['start'], env, siteAddress);
    // The first start publishes; the others find everything as it was.
    if (run > 0) times.push(site.readyAfterMs);
    await fetch(`${site.origin}/?museum=${museumId}`).then((response) => response.text());
    await askGateway(site.origin);
    if (site.process.pid) pss = Math.max(pss, pssOfTree(site.process.pid));
    await site.stop();
  }
  const seconds = quantile(times, 0.5) / 1000;
  figure('warm start until ready', `${seconds.toFixed(2)} s, median of ${times.length}`, '5 s', seconds < 5);
  figure('all processes of npm start', `${pss.toFixed(0)} MB PSS`, '350 MB', pss <= 350);
}

/** @type {Record<string, (dataDir: string, options: string[]) => void | Promise<void>>} */
const measures = {
  build: measureBuild,
  start: measureStart,
  chat: measureFirstWord,
  guide: measureGuide,
  thread: measureThread,
  voice: measureVoice,
  resolve: measureResolve,
  release: measureRelease,
  'can-ship': measureCanShip,
  rollouts: measureRollouts,
  kills: measureKills,
  upgrade: measureUpgrade,
  fuzz: measureFuzz,
  properties: measureProperties,
  leaks: measureLeaks,
  // It reads what was built when it is loaded.
  cost: async () => (await import('../bench/load/measure-cost.mjs')).measureCost(),
  overload: measureOverload,
  visits: measureVisits,
  soak: measureSoak,
  page: measurePage,
  visitor: measureVisitor,
  dev: measureDev,
  lighthouse: measureLighthouse,
  cluster: measureCluster,
};
const onlyNamed = ['can-ship', 'soak', 'page', 'visitor', 'dev', 'lighthouse', 'upgrade', 'cluster', 'rollouts'];

const args = process.argv.slice(2);
const firstOption = args.findIndex((arg) => arg.startsWith('--'));
const named = firstOption < 0 ? args : args.slice(0, firstOption);
const options = args.slice(named.length);
if (options.includes('--help')) {
  console.log(`npm run bench [-- NAME… [OPTIONS]]: the figures this project promises, measured on what is built.

Without a name: ${Object.keys(measures)
    .filter((name) => !onlyNamed.includes(name))
    .join(', ')}
Only when named: ${onlyNamed.join(', ')}

README.md says what each measures, and which options it has.`);
  process.exit(0);
}
const unknown = named.filter((name) => !Object.hasOwn(measures, name));
if (unknown.length > 0) {
  console.error(`There is nothing to measure called ${unknown.join(', ')}; there is ${Object.keys(measures).join(', ')}`);
  process.exit(1);
}
const wanted = named.length > 0 ? named : Object.keys(measures).filter((name) => !onlyNamed.includes(name));

process.chdir(root);
// Measuring the build builds; whoever leaves it out measures what is built, brought up to date.
if (!wanted.includes('build')) {
  const { status } = spawnSync(process.execPath, ['infra/tooling/scripts/build.mjs'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const dataDir = mkdtempSync(path.join(tmpdir(), 'enfilade-bench-'));
try {
  for (const [name, measure] of Object.entries(measures)) if (wanted.includes(name)) await measure(dataDir, options);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
