import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from '@rstest/core';
import { committedPackages } from '../workspace.mjs';

it('a release leaves out screens that were never committed; without git it has all packages of the checkout', async () => {
  const checkout = await mkdtemp(path.join(tmpdir(), 'enfilade-committed-'));
  onTestFinished(() => rm(checkout, { recursive: true }));
  const packages = ['mfe-landing', 'mfe-poster'];
  for (const name of packages) {
    await mkdir(path.join(checkout, name));
    await writeFile(path.join(checkout, name, 'package.json'), '{}');
  }
  expect(committedPackages(packages, checkout)).toEqual(packages);
  execFileSync('git', ['init', '--quiet'], { cwd: checkout });
  execFileSync('git', ['add', 'mfe-landing'], { cwd: checkout });
  expect(committedPackages(packages, checkout)).toEqual(['mfe-landing']);
});
