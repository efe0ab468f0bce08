import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { beforeEach, expect, it } from '@rstest/core';
import { createTestFolder } from '../testing/test-folder.ts';

const lockfile = 'importers:\n\n  mfe-landing:\n    dependencies: {}\n\n  mfe-visit:\n    dependencies: {}\n';
const { at, write, copy } = createTestFolder();
const writeScreen = (name: string, ...packages: string[]) =>
  write(`${name}/package.json`, { dependencies: Object.fromEntries(packages.map((each) => [each, 'catalog:'])) });
const bootstrap = (cwd = at()) => spawnSync(process.execPath, ['infra/tooling/scripts/bootstrap.mjs'], { cwd, encoding: 'utf8' });

/** Writes a checkout with installed packages. */
beforeEach(() => {
  copy(['infra/tooling/scripts/bootstrap.mjs']);
  write('package.json', { type: 'module' });
  write('pnpm-lock.yaml', lockfile);
  write('node_modules/.enfilade-installed', createHash('sha256').update(lockfile).update(process.version).digest('hex'));
  writeScreen('mfe-landing', 'react');
  writeScreen('mfe-visit', 'react', 'zustand');
  for (const file of ['mfe-landing/node_modules/react', 'mfe-visit/node_modules/react', 'mfe-visit/node_modules/zustand'])
    write(`${file}/package.json`, '{}');
});

it('bootstrap refuses a checkout in a folder that the bundler cannot read', () => {
  const odd = at('R#1');
  cpSync(at('infra'), at('R#1/infra'), { recursive: true });
  const { status, stderr } = bootstrap(odd);
  expect([status, stderr]).toEqual([
    1,
    `Enfilade cannot be built in ${odd}/: move the checkout to a folder without #, ? and % in its path.\n`,
  ]);
});

it.each([
  ['without a link', undefined],
  ['whose link leads to a screen that lacks a package', '../mfe-landing/node_modules'],
])('bootstrap links a new screen %s to the packages of a screen that has them all, and keeps the lockfile', (_, link) => {
  writeScreen('mfe-poster', 'react', 'zustand');
  if (link) symlinkSync(link, at('mfe-poster/node_modules'));
  expect(bootstrap()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(readlinkSync(at('mfe-poster/node_modules'))).toBe('../mfe-visit/node_modules');
  expect(readFileSync(at('pnpm-lock.yaml'), 'utf8')).toBe(lockfile);
});
