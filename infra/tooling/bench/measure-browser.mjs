import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBrowser, ensureCluster, runPlaywright } from '../ensure-programs.mjs';
import { figure } from './figure.mjs';

// Playwright stores samples as annotations of its tests.

/** @typedef {{ type: string, description?: string }} Annotation */
/** @typedef {{ title: string, ok: boolean, tests: { annotations: Annotation[], results: { errors: { message: string }[] }[] }[] }} Spec */
/** @typedef {{ suites?: Suite[], specs?: Spec[] }} Suite */

/** @param {Suite} suite @returns {Spec[]} */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/**
 * Runs tests of e2e/figures. A failed test counts as a missed figure.
 * @param {string} what @param {string[]} args @param {Record<string, string>} env @param {string} dataDir
 * @returns {Map<string, { samples: number[], limits: object }>} by the name of the figure, in the order of the tests
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
  const failed = specs.filter(({ ok }) => !ok).map(({ title, tests }) => `${title}: ${tests[0]?.results.at(-1)?.errors[0]?.message}`);
  if (failed.length > 0) figure(`failed tests of ${what}`, failed.length, { most: 0, note: failed.join('\n') });
  /** @type {ReturnType<typeof runBrowser>} */ const found = new Map();
  for (const { type, description } of specs.flatMap(({ tests }) => tests.flatMap(({ annotations }) => annotations))) {
    if (type !== 'samples' || description === undefined) continue;
    const { name, samples, ...limits } = JSON.parse(description);
    // JSON writes the infinite time of a wait in vain as null.
    const values = samples.map((/** @type {number | null} */ value) => value ?? Number.POSITIVE_INFINITY);
    found.set(name, { samples: [...(found.get(name)?.samples ?? []), ...values], limits });
  }
  return found;
}

/** @param {ReturnType<typeof runBrowser>} found */
export function printSamples(found) {
  for (const [name, { samples, limits }] of found) figure(name, samples, limits);
}

/** @param {string} dataDir @param {{ rounds: number, clicks: number, spoken: number }} options */
export function measureVoice(dataDir, { rounds, clicks, spoken }) {
  const env = { VOICE_ROUNDS: `${rounds}`, VOICE_CLICKS: `${clicks}`, VOICE_SPOKEN: `${spoken}` };
  printSamples(runBrowser('voice in a browser', ['voice.spec.ts'], env, dataDir));
}

/**
 * Stops three gateways behind nginx under load.
 * @param {string} dataDir @param {{ only: string, seconds: number, rate: number, streams: number, visitors: number }} options
 */
export function measureCluster(dataDir, { only, ...options }) {
  const problem = ensureCluster();
  if (problem) throw new Error(problem);
  const env = Object.fromEntries(Object.entries(options).map(([name, value]) => [`CLUSTER_${name.toUpperCase()}`, `${value}`]));
  printSamples(runBrowser('a cluster', ['figures/cluster-', '--grep', only], env, dataDir));
}
