import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBrowser, ensureCluster, runPlaywright } from '../ensure-programs.mjs';
import { figure, print } from './figure.mjs';

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
    if (!ok) print(what, `${title}: ${tests[0]?.results.at(-1)?.errors[0]?.message}`, { limit: 'no fault', holds: false });
  return specs.flatMap((spec) => spec.tests.flatMap(({ annotations }) => annotations));
}

/** @param {Annotation[]} annotations */
export function printFigures(annotations) {
  for (const { type, description = '' } of annotations) {
    if (type !== 'figure') continue;
    const { name, measured, limit, holds, values } = JSON.parse(description);
    const judged = limit && { limit: limit.atLeast ? `at least ${limit.atLeast}` : `at most ${limit}`, holds };
    print(name, measured, { values: [values].flat(), ...judged });
  }
}

/** In ms, apart from the likeness. Figures without a limit are printed for diagnosis. @type {Record<string, { most?: number, least?: number, p95?: number }>} */
const limits = {
  'click to first audible sample': { most: 150, p95: 250 },
  'click to first audible sample, on a phone': { most: 150, p95: 250 },
  'message to first audible sample': { most: 60, p95: 150 },
  'push-to-talk press to open microphone': { most: 50 },
  'our own share of the press': { most: 20 },
  'interrupt to silence': { most: 150, p95: 350 },
  'our own share of the interrupt': { most: 20 },
  'silence between two parts read aloud': { most: 100, p95: 150 },
  'likeness of what was heard to what was said': { least: 0.8 },
};
/** @param {string} dataDir @param {{ rounds: number, clicks: number, spoken: number }} options */
export function measureVoice(dataDir, { rounds, clicks, spoken }) {
  const env = { VOICE_ROUNDS: `${rounds}`, VOICE_CLICKS: `${clicks}`, VOICE_SPOKEN: `${spoken}` };
  const what = 'voice in a browser';
  const samples = samplesOf(runBrowser(what, ['voice.spec.ts'], env, dataDir));
  for (const name of new Set([...Object.keys(limits), ...samples.keys()])) figure(name, samples.get(name) ?? [], limits[name] ?? {});
  const missing = Object.keys(limits).filter((name) => (samples.get(name)?.length ?? 0) < Math.min(rounds, clicks));
  if (missing.length > 0) print(what, `Too few samples of ${missing.join(', ')}`, { limit: 'no fault', holds: false });
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
