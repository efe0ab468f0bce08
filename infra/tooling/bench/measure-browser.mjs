import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBrowser, ensureCluster, runPlaywright } from '../ensure-programs.mjs';
import { figure, figureOfTimes, quantile, report } from './figure.mjs';

// Playwright stores figures and samples as annotations of its tests.

/** @typedef {{ type: string, description?: string }} Annotation */
/** @typedef {{ title: string, ok: boolean, tests: { annotations: Annotation[], results: { errors: { message: string }[] }[] }[] }} Spec */
/** @typedef {{ suites?: Suite[], specs?: Spec[] }} Suite */

/** @param {Suite} suite @returns {Spec[]} */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/**
 * Runs tests of e2e/figures. A failed test counts as a missed figure.
 * @param {string} what @param {string[]} args @param {Record<string, string>} env @param {string} dataDir
 * @returns {Annotation[]}
 * @throws Error if there is no browser
 */
export function runBrowser(what, args, env, dataDir) {
  const problem = ensureBrowser();
  if (problem) throw new Error(problem);
  const file = path.join(dataDir, 'browser.json');
  const options = ['test', '--config', 'figures.config.ts', '--workers=1', '--reporter=json'];
  const { stderr } = runPlaywright([...options, ...args], { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...env } });
  const specs = specsOf(JSON.parse(readFileSync(file, 'utf8')));
  if (specs.length === 0) throw new Error(`Nothing was measured:\n${stderr}`);
  for (const { ok, title, tests } of specs)
    if (!ok) figure(what, `${title}: ${tests[0]?.results.at(-1)?.errors[0]?.message}`, { limit: 'no fault', holds: false });
  return specs.flatMap((spec) => spec.tests.flatMap(({ annotations }) => annotations));
}

/** @param {Annotation[]} annotations */
export function printFigures(annotations) {
  for (const { type, description = '' } of annotations) {
    if (type !== 'figure') continue;
    const { name, measured, limit, holds, values } = JSON.parse(description);
    if (limit === undefined) report(name, measured, values);
    else figure(name, measured, { limit, holds, values });
  }
}

/** Limits in ms. Figures without a limit are printed for diagnosis. @type {Record<string, { p50: number, p95?: number }>} */
const limits = {
  'click to first audible sample': { p50: 150, p95: 250 },
  'click to first audible sample, on a phone': { p50: 150, p95: 250 },
  'message to first audible sample': { p50: 60, p95: 150 },
  'push-to-talk press to open microphone': { p50: 50 },
  'our own share of the press': { p50: 20 },
  'interrupt to silence': { p50: 150, p95: 350 },
  'our own share of the interrupt': { p50: 20 },
  'silence between two parts read aloud': { p50: 100, p95: 150 },
};
/** @param {string} dataDir @param {{ rounds: number, clicks: number, spoken: number }} options */
export function measureVoice(dataDir, { rounds, clicks, spoken }) {
  const env = { VOICE_ROUNDS: `${rounds}`, VOICE_CLICKS: `${clicks}`, VOICE_SPOKEN: `${spoken}` };
  const what = 'voice in a browser';
  const samples = samplesOf(runBrowser(what, ['voice.spec.ts'], env, dataDir));
  for (const name of new Set([...Object.keys(limits), ...samples.keys()])) print(name, samples.get(name) ?? []);
  const missing = Object.keys(limits).filter((name) => (samples.get(name)?.length ?? 0) < Math.min(rounds, clicks));
  if (missing.length > 0) figure(what, `Too few samples of ${missing.join(', ')}`, { limit: 'no fault', holds: false });
}

/** An old phone with a bad network. @param {string} dataDir @param {{ runs: number }} options */
export function measureVisitor(dataDir, { runs }) {
  const annotations = runBrowser('a visitor in a browser', ['visitor.spec.ts'], { VISITOR_RUNS: `${runs}` }, dataDir);
  for (const [name, values] of samplesOf(annotations)) {
    const [low, median, high] = [0.25, 0.5, 0.75].map((share) => quantile(values, share).toFixed(1));
    report(`a visitor: ${name}`, `${median} (quartiles ${low} and ${high}, n ${values.length})`, values);
  }
}

/**
 * Stops three gateways behind nginx under load.
 * @param {string} dataDir @param {{ only: string, seconds: number, rate: number, streams: number, visitors: number }} options
 */
export function measureCluster(dataDir, { only, ...options }) {
  const problem = ensureCluster();
  if (problem) throw new Error(problem);
  const env = Object.fromEntries(Object.entries(options).map(([name, value]) => [`CLUSTER_${name.toUpperCase()}`, `${value}`]));
  printFigures(runBrowser('a cluster', ['figures/cluster-', '--grep', only], env, dataDir));
}

/** Keeps the order of the annotations. @param {Annotation[]} annotations */
export function samplesOf(annotations) {
  /** @type {Map<string, number[]>} */ const all = new Map();
  for (const { type, description } of annotations) {
    if (type !== 'samples' || description === undefined) continue;
    const { name, samples } = JSON.parse(description);
    // JSON writes the infinite time of a wait in vain as null.
    const times = samples.map((/** @type {number | null} */ time) => time ?? Number.POSITIVE_INFINITY);
    all.set(name, [...(all.get(name) ?? []), ...times]);
  }
  return all;
}

/** @param {string} name @param {number[]} times */
function print(name, times) {
  const p50 = quantile(times, 0.5);
  const limit = limits[name];
  if (limit) figureOfTimes(name, times, limit);
  else if (name.startsWith('likeness'))
    figure(name, `median ${p50.toFixed(3)} of ${times.length}`, { limit: { atLeast: '0.8' }, holds: p50 > 0.8, values: times });
  else report(name, `p50 ${p50.toFixed(1)} ms, n ${times.length}`, times);
}
