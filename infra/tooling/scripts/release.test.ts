import { execFileSync } from 'node:child_process';
import { expect, it } from '@rstest/core';
import { createTestFolder } from '../testing/test-folder.ts';
import { committedPackages } from '../workspace.mjs';

const { at, write } = createTestFolder();

it('a release leaves out screens that were never committed; without git it has all packages of the checkout', () => {
  const packages = ['mfe-landing', 'mfe-poster'];
  for (const name of packages) write(`${name}/package.json`, {});
  expect(committedPackages(packages, at())).toEqual(packages);
  execFileSync('git', ['init', '--quiet'], { cwd: at() });
  execFileSync('git', ['add', 'mfe-landing'], { cwd: at() });
  expect(committedPackages(packages, at())).toEqual(['mfe-landing']);
});
