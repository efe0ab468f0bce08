import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { browserEnvironment, ensureBrowser } from '../ensure-programs.mjs';
import { root } from '../workspace.mjs';
import { figure, quantile } from './figure.mjs';

const threadLimit = 1.5;
const [few, many] = [10, 500];
const leastThreadSamples = 60;

/** What a long thread costs against a short one, on a processor slowed down four times. @param {string} dataDir */
export function measureThread(dataDir) {
  const { annotations, errors } = runBrowser(['--config', 'figures.config.ts', 'thread.spec.ts'], {}, dataDir);
  const all = samplesOf(annotations);
  for (const act of ['typing', 'scrolling']) {
    for (const [kind, what] of [
      ['work', 'work of the page for one frame'],
      ['frame', 'time from frame to frame'],
    ]) {
      const short = all.get(`${act}, ${few} messages, ${kind}`) ?? [];
      const long = all.get(`${act}, ${many} messages, ${kind}`) ?? [];
      printRatio(`${act} in a thread of ${many} against ${few}, ${what}`, short, long);
    }
  }
  for (const error of errors) figure('threads in a browser', error, 'no fault', false);
}

/** @param {string} name @param {number[]} short @param {number[]} long */
function printRatio(name, short, long) {
  const [before, after] = [quantile(short, 0.5), quantile(long, 0.5)];
  const ratio = after / before;
  const measured = `${ratio.toFixed(2)} times, p50 ${after.toFixed(1)} ms against ${before.toFixed(1)} ms, p95 ${quantile(long, 0.95).toFixed(1)} ms against ${quantile(short, 0.95).toFixed(1)} ms, n ${long.length} and ${short.length}`;
  figure(name, measured, `${threadLimit} times`, Math.min(short.length, long.length) >= leastThreadSamples && ratio <= threadLimit);
}

// Measures in a real browser: Playwright runs, what it kept comes back.

/** @typedef {{ type: string, description?: string }} Annotation */
/** @typedef {{ title: string, ok: boolean, tests: { annotations: Annotation[], results: { errors: { message: string }[] }[] }[] }} Spec */
/** @typedef {{ suites?: Suite[], specs?: Spec[] }} Suite */

/** @param {Suite} suite @returns {Spec[]} */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/**
 * Runs browser tests one after another; what each kept, and why it broke off where it did. Throws without a browser.
 * @param {string[]} args @param {Record<string, string>} env @param {string} dataDir
 * @returns {{ annotations: Annotation[], errors: string[] }}
 */
export function runBrowser(args, env, dataDir) {
  const problem = ensureBrowser();
  if (problem) throw new Error(problem);
  const report = path.join(dataDir, 'browser.json');
  const own = { ...browserEnvironment(), PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env };
  const playwright = path.join(root, 'e2e/node_modules/.bin/playwright');
  const { stderr } = spawnSync(playwright, ['test', '--workers=1', '--reporter=json', ...args], {
    cwd: path.join(root, 'e2e'),
    encoding: 'utf8',
    env: { ...process.env, ...own },
  });
  const specs = specsOf(JSON.parse(readFileSync(report, 'utf8')));
  if (specs.length === 0) throw new Error(`Nothing was measured:\n${stderr}`);
  const tests = specs.flatMap((spec) => spec.tests);
  const failed = specs.filter(({ ok }) => !ok);
  const errors = failed.map(({ title, tests: [test] }) => `${title}: ${test?.results.at(-1)?.errors[0]?.message}`);
  return { annotations: tests.flatMap(({ annotations }) => annotations), errors };
}

const minutes = process.env['SOAK_MINUTES'] ?? '30';

/** Half an hour of talk: gaps in the guide's voice, and memory that does not come back. @param {string} dataDir */
export function measureSoak(dataDir) {
  const { annotations, errors } = runBrowser(['--config', 'figures.config.ts', 'soak.spec.ts'], { SOAK_MINUTES: minutes }, dataDir);
  const measured = annotations.find(({ type }) => type === 'soak')?.description;
  const fault = errors.join('\n') || 'it broke off before anything was measured';
  figure(`${minutes} minutes of talk`, measured ?? fault, '1 underrun in 10 minutes, 5 MB more after collection', errors.length === 0);
}

const leakCycles = 200;

/** The test of calls that are stopped, dropped or left, with as many as are promised. @param {string} dataDir */
export function measureLeaks(dataDir) {
  const { errors } = runBrowser(['leaks.spec.ts'], { LEAK_CYCLES: `${leakCycles}` }, dataDir);
  figure(`${leakCycles} calls started, stopped or dropped`, errors.join('\n') || 'nothing left', 'nothing left', errors.length === 0);
}

/** What is promised of each, in ms; the others are told for whoever looks for the reason. @type {Record<string, { p50: number, p95?: number }>} */
const limits = {
  'click to first audible sample': { p50: 150, p95: 250 },
  'click to first audible sample, on a phone': { p50: 150, p95: 250 },
  'start to call-start': { p50: 150 },
  'our own share of the start': { p50: 20 },
  'message to first audible sample': { p50: 60, p95: 150 },
  'our own share of the message': { p50: 20 },
  'push-to-talk press to open microphone': { p50: 50 },
  'our own share of the press': { p50: 20 },
  'interrupt to silence': { p50: 150, p95: 350 },
  'our own share of the interrupt': { p50: 20 },
};
const leastSamples = 12;

/** The conversation by voice, in a browser on the built site. @param {string} dataDir */
export function measureVoice(dataDir) {
  const [before = 0] = loadavg();
  const { annotations, errors } = runBrowser(['--config', 'figures.config.ts', 'voice.spec.ts'], {}, dataDir);
  const samples = samplesOf(annotations);
  for (const name of new Set([...Object.keys(limits), ...samples.keys()])) print(name, samples.get(name) ?? []);
  // Who measures beside other work measures that, too.
  console.log(`        load of the machine: ${before.toFixed(1)} when it began, on ${availableParallelism()} cores`);
  for (const error of errors) figure('voice in a browser', error, 'no fault', false);
}

/** What was measured, by its name, in the order it was. @param {Annotation[]} annotations */
export function samplesOf(annotations) {
  /** @type {Map<string, number[]>} */ const all = new Map();
  for (const { type, description } of annotations) {
    if (type !== 'samples' || description === undefined) continue;
    const { name, samples } = JSON.parse(description);
    // What was waited for in vain is no number in JSON; it counts as the longest wait.
    const times = samples.map((/** @type {number | null} */ time) => time ?? Number.POSITIVE_INFINITY);
    all.set(name, [...(all.get(name) ?? []), ...times]);
  }
  return all;
}

/** @param {string} name @param {number[]} times */
function print(name, times) {
  if (name.startsWith('likeness')) {
    const middle = quantile(times, 0.5);
    console.log(`${middle > 0.8 ? 'holds' : 'MISSED'}  ${name}: median ${middle.toFixed(3)} of ${times.length} (more than 0.8)`);
    if (!(middle > 0.8)) process.exitCode = 1;
    return;
  }
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  const measured = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, n ${times.length}`;
  const limit = limits[name];
  if (!limit) return console.log(`        ${name}: ${measured}`);
  const holds = times.length >= leastSamples && p50 <= limit.p50 && (limit.p95 === undefined || p95 <= limit.p95);
  figure(name, measured, `${limit.p50} ms at p50${limit.p95 === undefined ? '' : `, ${limit.p95} ms at p95`}`, holds);
}
