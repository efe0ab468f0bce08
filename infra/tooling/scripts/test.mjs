// Uses up to (processors + 1) busy processes.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startSite } from '../bench/start-process.mjs';
import { browserEnvironment, ensureBrowser, ensureValkey, exitOn } from '../ensure-programs.mjs';
import { browserTestsReachedBy, filesChangedSince } from '../reached-tests.mjs';
import { countProcessorTime, createJobs } from '../run-jobs.mjs';
import { staticChecks } from '../static-checks.mjs';
import { listFiles, root } from '../workspace.mjs';

process.chdir(root);
const boolean = /** @type {const} */ ({ type: 'boolean' });
const { values } = parseArgs({
  options: { all: boolean, checks: boolean, 'keep-going': boolean, since: /** @type {const} */ ({ type: 'string' }) },
});
const { all = false, since, checks: onlyChecks, 'keep-going': keepsGoing = onlyChecks === true } = values;
const isUnknown = since !== undefined && spawnSync('git', ['rev-parse', '--verify', '--quiet', `${since}^{commit}`]).status !== 0;
exitOn(isUnknown && `Git has no commit ${since}. Name a commit that exists.`, 2);
// Temporary files in memory halve the system time; the folder must have 4 GiB free.
const memory = '/dev/shm';
if (!process.env['TMPDIR'] && existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize >= 2 ** 32) process.env['TMPDIR'] = memory;
}
const processorTime = countProcessorTime();
const slots = availableParallelism() + 1;
const jobs = createJobs({ slots, keepsGoing });
/** @type {import('../run-jobs.mjs').Job[]} */
const checks = staticChecks.map(([title, command]) => ({ title, slots: 1, command: ['sh', '-c', command], kind: 'check' }));
if (onlyChecks) await jobs.runAll(checks);
else await runTests();
if (since !== undefined) sayWhatIsLeftOut(since);
process.exit(jobs.end(processorTime()) ? 0 : 1);

async function runTests() {
  const problems = [ensureBrowser(), all ? ensureValkey() : undefined].filter((problem) => problem !== undefined);
  for (const problem of problems) jobs.fail(problem);
  // A browser test looks for these values in the builds, which must contain nothing of the environment.
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
  if (!(await jobs.run({ title: 'build', slots, command: ['node', 'infra/tooling/scripts/build.mjs'], env: canaries }))) return;
  await jobs.runAll([
    ...checks,
    unitTests('unit tests of what browsers run', slots - 1, ['shared-contracts', 'host', 'mfe-*', 'console', 'whats-on', 'without-react']),
    unitTests('unit tests of the server', 1, ['server']),
    ...(problems.length > 0 ? [] : browserTests()),
    unitTests('unit tests of the platform', 1, ['platform', 'e2e']),
    unitTests('unit tests of commands and tools', 1, ['cli', 'tooling']),
  ]);
  if (all) await tryCommands();
}

/** @param {string} title @param {number} workers @param {string[]} projects @returns {import('../run-jobs.mjs').Job} */
function unitTests(title, workers, projects) {
  const rstest = path.join(root, 'node_modules/@rstest/core/bin/rstest.js');
  const command = [process.execPath, rstest, 'run', `--pool.maxWorkers=${workers}`, ...projects.flatMap((name) => ['--project', name])];
  if (!all) command.push('--exclude', '**/*.all.test.*');
  if (since !== undefined) command.push('--changed', since, '--passWithNoTests');
  return { title, slots: workers, command, env: all ? { ALL_TESTS: '1' } : {}, kind: since === undefined ? 'tests' : 'tests, or none' };
}

/** @returns {import('../run-jobs.mjs').Job[]} */
function browserTests() {
  const env = browserEnvironment();
  const playwright = path.join(root, 'e2e/node_modules/@playwright/test/cli.js');
  const command = [process.execPath, playwright, 'test', `--workers=${slots - 1}`, ...(all ? [] : ['--grep-invert', '@all'])];
  const reached = since === undefined ? undefined : browserTestsReachedBy(filesChangedSince(since));
  if (reached?.specs.length === 0) return [];
  if (reached) command.push('--pass-with-no-tests', ...reached.specs.map((spec) => `flows/${spec}`));
  const barriers = [
    'node',
    'infra/tooling/scripts/gallery.mjs',
    '--barriers',
    '--quick',
    ...(reached?.screens ? ['--only', reached.screens.join(',')] : []),
  ];
  return [
    { title: 'browser tests', slots: slots - 1, command, cwd: path.join(root, 'e2e'), env, kind: reached ? 'tests, or none' : 'tests' },
    { title: 'barriers of every view', slots: 1, command: barriers, env },
  ];
}

/** Runs each command once, in its shortest form. `e2e -- --cluster` is left out, because this command gets no programs for it. */
async function tryCommands() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'enfilade-commands-'));
  const env = { ...browserEnvironment(), DATA_DIR: path.join(dataDir, 'site'), LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '0' };
  const run = (/** @type {string} */ line) =>
    jobs.run({ title: `npm run ${line}`, slots, command: ['npm', 'run', '-s', ...line.split(' ')], env, kind: 'check' });
  /** @param {string} name @param {string[]} args @param {(origin: string) => unknown} [use] */
  async function serve(name, args = [], use = () => undefined) {
    const site = await startSite(['infra/tooling/scripts/run.mjs', name, ...args], env).catch((error) =>
      jobs.fail(`npm run ${name}\n${error}`),
    );
    if (typeof site !== 'object') return;
    await use(site.origin);
    await site.stop();
  }
  const lines = [
    ...['build', 'check', 'fix', 'unit -- infra/tooling/scripts/help.test.ts', 'test -- --help', 'e2e -- flows/pages.spec.ts -g landing'],
    ...['gallery -- --only chat --quick', 'guide -- check --museum archive', 'release', 'remotes -- --help', 'registry -- verify'],
    ...['chat', 'guide', 'cost', 'overload', 'voice', 'page'].map((name) => `bench -- ${name} --short --trial`),
  ];
  await serve('start', [], (origin) => run(`remotes -- list --registry ${origin}`));
  await serve('dev', ['--port', '0']);
  for (const line of lines) await run(line);
  rmSync(dataDir, { recursive: true, force: true });
  const tried = new Set(['start', 'dev', ...lines.map((line) => line.split(' ')[0])]);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const name of Object.keys(scripts)) if (!tried.has(name)) jobs.fail(`tryCommands does not run npm run ${name}`);
}

/** @param {string} commit */
function sayWhatIsLeftOut(commit) {
  const leftOut = listFiles('*.test.ts', '*.test.tsx', 'e2e/flows/*.spec.ts').filter((file) => !jobs.testFiles.has(file));
  const browser = leftOut.filter((file) => file.endsWith('.spec.ts')).map((file) => path.basename(file, '.spec.ts'));
  console.log(
    `Not run, because no change since ${commit} reaches them: ${leftOut.length - browser.length} files of unit tests; browser tests ${browser.join(', ')}`,
  );
}
