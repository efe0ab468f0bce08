import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './workspace.mjs';

/**
 * @typedef {object} Job
 * @property {string} title
 * @property {number} slots the number of its busy processes
 * @property {string[]} command
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {'check' | 'tests' | 'tests, or none'} [kind] `check`: a failure ends the run; `tests`: a runner that reports each test
 */
/** @typedef {{ planned: number } | { file: string, title: string, ok: boolean, error: string }} Report a message of a test runner */
/** @typedef {{ job: Job, child: import('node:child_process').ChildProcess, output: string, passed: number, failed: number, planned?: number }} Running */

/** Checks run one after the other. @param {{ slots: number, keepsGoing: boolean }} options `slots`: the largest number of busy processes */
export function createJobs({ slots, keepsGoing }) {
  const began = Date.now();
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(0)} s`;
  /** @type {Set<Running>} */
  const running = new Set();
  /** @type {Set<string>} */
  const testFiles = new Set();
  /** @type {string[]} */
  const failures = [];
  let passed = 0;
  let isStopped = false;

  /** @param {Running} at @param {Report} report */
  function note(at, report) {
    if ('planned' in report) {
      at.planned = report.planned;
      return;
    }
    const file = path.relative(root, path.resolve(root, report.file));
    testFiles.add(file);
    at[report.ok ? 'passed' : 'failed'] += 1;
    if (!report.ok) failures.push(`${file} › ${report.title}\n${indent(report.error)}`);
  }

  /** @param {Job} job @returns {Promise<boolean>} whether the job passed */
  function run(job) {
    const { command, cwd = root, env, kind } = job;
    const [program = '', ...args] = command;
    const runsTests = kind?.startsWith('tests');
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, FORCE_COLOR: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(runsTests ? /** @type {const} */ (['ipc']) : [])],
    });
    /** @type {Running} */
    const at = { job, child, output: '', passed: 0, failed: 0 };
    running.add(at);
    // The failure is at the end of a long output.
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (at.output = (at.output + chunk).slice(-20_000)));
    child.on('error', (error) => (at.output += error.message));
    child.on('message', (/** @type {Report} */ report) => note(at, report));
    return new Promise((resolve) => child.on('close', (code) => resolve(finish(at, code))));
  }

  /** @param {Running} at @param {number | null} code */
  function finish(at, code) {
    running.delete(at);
    const { title, kind } = at.job;
    // The failure of another job ended this job.
    if (isStopped && kind !== 'check') return false;
    const problem = problemOf(at, code);
    if (problem) failures.push(problem);
    const ok = !problem && at.failed === 0;
    const runsTests = kind?.startsWith('tests');
    passed += runsTests ? at.passed : Number(ok);
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${title}${runsTests ? `: ${at.passed} passed, ${at.failed} failed` : ''} (at ${seconds()})`);
    return ok;
  }

  /** A smaller job does not overtake a larger job. @param {Job[]} waiting @returns {Job | undefined} */
  function pickNext(waiting) {
    const taken = [...running].reduce((sum, { job }) => sum + job.slots, 0);
    const isChecking = [...running].some(({ job }) => job.kind === 'check');
    const next = waiting.find(({ kind }) => !(isChecking && kind === 'check'));
    return next && taken + next.slots <= slots ? next : undefined;
  }

  function stop() {
    isStopped = true;
    console.log('Stopped after a failed check; use --keep-going to continue.');
    for (const { child } of running) child.kill();
  }

  /** @param {Job[]} jobs in the order of their start */
  async function runAll(jobs) {
    const waiting = [...jobs];
    const begun = [];
    while (waiting.length > 0 && !isStopped) {
      const job = pickNext(waiting);
      if (!job) {
        await Promise.race([...running].map(({ child }) => new Promise((resolve) => child.once('close', resolve))));
        // Lets the job's own `close` listener run first.
        await new Promise(setImmediate);
        continue;
      }
      waiting.splice(waiting.indexOf(job), 1);
      begun.push(run(job).then((ok) => !ok && job.kind === 'check' && !keepsGoing && !isStopped && stop()));
    }
    await Promise.all(begun);
  }

  const progress = setInterval(() => {
    const lines = [...running].map(({ job, passed: ended, failed, planned }) =>
      job.kind?.startsWith('tests') ? `${job.title} ${ended + failed}${planned ? ` of ${planned}` : ''}` : job.title,
    );
    console.log(`     ${seconds()}: ${lines.join(', ')}; ${failures.length} failed`);
  }, 60_000).unref();

  return {
    run,
    runAll,
    testFiles,
    /** @param {string} what */
    fail: (what) => failures.push(what),
    /** @param {string} processorTime @returns whether all passed */
    end(processorTime) {
      clearInterval(progress);
      for (const what of failures) console.log(`FAIL ${what}`);
      console.log(`\n${seconds()}${processorTime}\n${passed} passed, ${failures.length} failed`);
      return failures.length === 0;
    },
  };
}

/** Keeps the first and the last forty lines. @param {string} text */
function indent(text) {
  const lines = stripVTControlCharacters(text).trim().split('\n');
  const shown = lines.length > 80 ? [...lines.slice(0, 40), '…', ...lines.slice(-40)] : lines;
  return shown.join('\n').replaceAll(/^/gm, '     ');
}

/** @param {Running} at @param {number | null} code @returns {string | undefined} a failure that no test has reported */
function problemOf(at, code) {
  const { job, output } = at;
  const isEmpty = at.passed + at.failed === 0;
  if (code !== 0) return at.failed > 0 ? undefined : `${job.title}\n${indent(output)}`;
  return job.kind === 'tests' && isEmpty ? `${job.title}: no test ran` : undefined;
}

const lookEveryMs = 500;
const ticksPerSecond = 100;

/**
 * Counts the processor time of this process and of all its descendants. The kernel's own sum lacks
 * processes that nobody waits for, such as a browser's. Linux only.
 * @returns {() => string} the time so far, as text; empty on other systems
 */
export function countProcessorTime() {
  if (process.platform !== 'linux') return () => '';
  /** Ticks by process id and start time, because the kernel reuses ids. @type {Map<string, number>} */
  const used = new Map();
  const look = () => {
    const found = new Map(readdirSync('/proc').flatMap(readStat));
    /** Descendants whose parent has ended are known from an earlier look. @param {string} pid @returns {boolean} */
    const isOurs = (pid) => {
      const { key = '', parent = '' } = found.get(pid) ?? {};
      return pid === `${process.pid}` || used.has(key) || (parent !== '' && isOurs(parent));
    };
    for (const [pid, { key, ticks }] of found) if (isOurs(pid)) used.set(key, ticks);
  };
  const timer = setInterval(look, lookEveryMs).unref();
  return () => {
    clearInterval(timer);
    look();
    const ticks = [...used.values()].reduce((sum, each) => sum + each, 0);
    return `, ${(ticks / ticksPerSecond).toFixed(0)} s of processor time`;
  };
}

/** @param {string} pid @returns {[pid: string, { parent: string, key: string, ticks: number }][]} empty for other folders of /proc */
function readStat(pid) {
  if (!/^\d+$/.test(pid)) return [];
  try {
    const [, parent = '', ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [user = 0, system = 0, started = 0] = [fields[9], fields[10], fields[17]].map(Number);
    return [[pid, { parent, key: `${pid} ${started}`, ticks: user + system }]];
  } catch {
    // The process has ended.
    return [];
  }
}
