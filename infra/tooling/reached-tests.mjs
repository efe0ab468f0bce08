import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './workspace.mjs';

/** The browser tests of one package, by the beginning of their path below e2e/flows. All other browser tests show several packages. @type {Record<string, string[]>} */
export const testsOfPackage = {
  'mfe-chat': ['chat/'],
  'mfe-landing': ['landing'],
  'mfe-tailoring': ['tailoring'],
  'mfe-visit': ['visit', 'voice/', 'permission/', 'finding'],
  'infra/console': ['operator'],
};

/** Files whose changes reach no browser test. */
const unseen = /\.md$|\.test\.tsx?$|^(decisions|docs|\.ci)\//;

/** Every browser test, as a path below e2e/flows. */
export const browserTests = () =>
  readdirSync(path.join(root, 'e2e/flows'), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.spec.ts'))
    .sort();

/**
 * Finds the browser tests that a change can reach. A change of one screen reaches the tests of that screen and the sweep of all
 * pages; any other change reaches all browser tests.
 * @param {readonly string[]} changed paths below the root
 * @returns {{ specs: string[], screens?: (string | undefined)[] | undefined }} paths below e2e/flows; screens whose views changed, undefined for all
 */
export function browserTestsReachedBy(changed) {
  const all = browserTests();
  const files = changed.filter((file) => !unseen.test(file));
  const specs = files.flatMap((file) => {
    const own = Object.entries(testsOfPackage).find(([name]) => file.startsWith(`${name}/`))?.[1];
    if (own) return all.filter((test) => test === 'pages.spec.ts' || own.some((start) => test.startsWith(start)));
    const spec = file.replace('e2e/flows/', '');
    return all.includes(spec) ? [spec] : all;
  });
  const screens = files.map((file) => /^(?:mfe-|infra\/)?(landing|tailoring|visit|chat|console)\//.exec(file)?.[1]);
  return { specs: [...new Set(specs)], screens: screens.includes(undefined) ? undefined : [...new Set(screens)] };
}

/** The files that differ from a commit, untracked files included. @param {string} commit @returns {string[]} paths below the root */
export function filesChangedSince(commit) {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')];
}
