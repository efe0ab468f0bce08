// Measures in a real browser: Playwright runs, what it kept comes back.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBrowser, findBrowser } from '../scripts/ensure-browser.mjs';
import { root } from '../scripts/workspace.mjs';

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
  const own = { CHROME_PATH: findBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env };
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
