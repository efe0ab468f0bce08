// `npm test`: builds everything, then browser tests beside all other checks. Ends with one count.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { countWorkers } from '../count-workers.mjs';
import { browserEnvironment, ensureBrowser, ensureValkey } from '../ensure-programs.mjs';
import { root } from '../workspace.mjs';

process.chdir(root);
const began = Date.now();
// What tests write is gone after them: in memory, where there is enough of it, it takes half the system's time.
const memory = '/dev/shm';
const enoughBytes = 2 ** 32;
if (!process.env['TMPDIR'] && existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize >= enoughBytes) process.env['TMPDIR'] = memory;
}
// Before this command itself puts the machine to work.
const workers = countWorkers();
const totals = { passed: 0, failed: 0 };
/** @type {string[]} What failed, to be named once more at the end, below hundreds of lines. */
const failures = [];

/** @param {string} what */
function fail(what) {
  console.log(`FAIL ${what}`);
  failures.push(what);
}

/**
 * Runs a command to its end; its output is shown when it has ended, so that two of them do not mix.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, live?: boolean, quiet?: boolean }} [options]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
function run(title, command, args, { cwd = root, env = process.env, live = false, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...env, FORCE_COLOR: '0' }, stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => (output += error.message));
    child.on('close', (code) => {
      const seconds = ((Date.now() - began) / 1000).toFixed(0);
      if (code === 0) console.log(`ok   ${title} (at ${seconds} s)`);
      else fail(`${title} (at ${seconds} s)`);
      if (code !== 0 && !live && !quiet) console.log(output);
      resolve({ ok: code === 0, output });
    });
  });
}

/**
 * One whole check that counts as one.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
async function check(title, command, args, env = process.env) {
  const { ok } = await run(title, command, args, { env });
  totals[ok ? 'passed' : 'failed'] += 1;
  return ok;
}

const bin = (/** @type {string} */ name) => path.join(root, 'node_modules/.bin', name);

/** @param {{ passed: number, failed: number }} counted @param {boolean} ok @param {string} title */
function add(counted, ok, title) {
  totals.passed += counted.passed;
  totals.failed += counted.failed;
  // A runner that died, or that ran nothing, must not look like success.
  if (!ok && counted.failed === 0) totals.failed += 1;
  if (ok && counted.passed === 0) {
    fail(`${title}: no test ran`);
    totals.failed += 1;
  }
}

async function unitTests() {
  await runTests('unit tests of the servers', ['server', 'cli', 'platform', 'tooling', 'e2e']);
  await runTests('unit and component tests of what browsers run', ['shared-contracts', 'host', 'mfe-*', 'console']);
}

/** @param {string} title @param {string[]} projects */
async function runTests(title, projects) {
  // Servers' tests wait for each other's answers half of the time. Left to itself the runner takes all processors but one.
  const args = ['run', `--pool.maxWorkers=${availableParallelism() + 1}`, '--reporter', 'json'];
  args.push(...projects.flatMap((name) => ['--project', name]));
  const { ok, output } = await run(title, bin('rstest'), args, { quiet: true });
  const text = output.slice(output.indexOf('{\n  "tool"'));
  /** @typedef {{ status: string, name: string, testPath?: string, errors?: { message: string }[] }} Ran */
  /** @type {{ summary: Record<string, number>, files: Ran[], tests: Ran[] }} */
  let report;
  try {
    report = JSON.parse(text.slice(0, text.lastIndexOf('}') + 1));
  } catch {
    console.log(output.slice(-20_000));
    add({ passed: 0, failed: 1 }, ok, title);
    return;
  }
  // A file can fail without any of its tests.
  for (const { status, name, testPath, errors } of [...report.files.filter((file) => file.errors?.length), ...report.tests]) {
    if (status === 'fail') fail(`${testPath ?? ''} › ${name}\n     ${errors?.map(({ message }) => message).join('\n     ') ?? ''}`);
  }
  const { passedTests = 0, failedTests = 0, skippedTests = 0, todoTests = 0 } = report.summary;
  // A skipped test is a missing one.
  add({ passed: passedTests, failed: failedTests + skippedTests + todoTests }, ok, title);
}

async function browserTests() {
  const title = 'browser tests';
  const problem = ensureBrowser();
  if (problem) {
    fail(`${title}: ${problem}`);
    totals.failed += 1;
    return;
  }
  const report = path.join(root, 'e2e/test-results/report.json');
  rmSync(report, { force: true });
  const { ok } = await run(title, path.join(root, 'e2e/node_modules/.bin/playwright'), ['test', `--workers=${workers}`], {
    cwd: path.join(root, 'e2e'),
    env: { ...process.env, ...browserEnvironment() },
    live: true,
  });
  const { stats, errors, suites } = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 }, errors: [], suites: [] };
  // What no test can be blamed for is a site that did not stop, for one.
  for (const { message } of errors) fail(`${title}, outside any test: ${message}`);
  for (const { file, title: name } of failedSpecs(suites)) fail(`${file} › ${name}`);
  add({ passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }, ok, title);
}

/** @typedef {{ file: string, title: string, ok: boolean }} Spec */
/** @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite */

/** @param {Suite[]} suites @returns {Spec[]} */
const failedSpecs = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs.filter(({ ok }) => !ok), ...failedSpecs(inner)]);

const node = process.execPath;
// A browser test looks for them in what was built: nothing of the environment may come into it.
const secrets = [
  'MIDDLEWARE_PASSWORD',
  'VAPI_PRIVATE_KEY',
  'LLM_KEY',
  'STT_KEY',
  'TTS_KEY',
  'DATABASE_URL',
  'VALKEY_URL',
  'AWS_SECRET_ACCESS_KEY',
];
const canaries = Object.fromEntries(secrets.map((name) => [name, `CANARY-${randomUUID()}`]));
const missing = ensureValkey();
if (missing) fail(missing);
await check('build', node, ['infra/tooling/scripts/build.mjs'], { ...process.env, ...canaries });
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
/** @param {string} name */
const script = (name) => ['-c', `PATH="$PWD/node_modules/.bin:$PATH"; ${scripts[name]}`];
// Browser tests wait now and then for time to pass: what they leave of the processors is for what is reckoned alone.
await Promise.all([
  browserTests(),
  (async () => {
    await check('format and lint', bin('biome'), ['ci', '.']);
    await check('types', 'sh', script('check:types'));
    await check('import rules', 'sh', script('check:imports'));
    await check('unused code', bin('knip'), []);
    await check('budgets', node, ['infra/tooling/scripts/budgets.mjs']);
  })(),
  unitTests(),
]);

for (const what of failures) console.log(`FAIL ${what}`);
console.log(`\n${((Date.now() - began) / 1000).toFixed(0)} s`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
