import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './workspace.mjs';

/** By package, the beginning of paths below e2e/flows. Other browser tests show several packages. @type {Record<string, string[]>} */
export const testsOfPackage = {
  'mfe-chat': ['chat/'],
  'mfe-landing': ['landing'],
  'mfe-tailoring': ['tailoring'],
  'mfe-visit': ['visit', 'voice/', 'permission/', 'finding'],
  'infra/console': ['operator'],
};

const unseen = /\.md$|\.test\.tsx?$|^(decisions|docs|\.ci)\//;

export const browserTests = () =>
  readdirSync(path.join(root, 'e2e/flows'), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.spec.ts'))
    .sort();

/**
 * A change of one screen reaches the tests of that screen and the sweep of all pages; any other change reaches all browser tests.
 * @param {readonly string[]} changed paths below the root
 * @returns {{ specs: string[], screens?: (string | undefined)[] | undefined }} `screens`: undefined for the views of all screens
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

/** Includes untracked files. @param {string} commit @returns {string[]} paths below the root */
export function filesChangedSince(commit) {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')];
}
