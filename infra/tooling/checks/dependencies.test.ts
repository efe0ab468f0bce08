import { expect, it } from '@rstest/core';
import { readSource } from '../testing/repository-root.ts';

function lockedPackages(): [name: string, resolution: string][] {
  const [, packages = ''] = /^packages:\n([\s\S]*?)^snapshots:/m.exec(readSource('pnpm-lock.yaml')) ?? [];
  return [...packages.matchAll(/^ {2}'?([^'\s]+?)'?:\n {4}resolution: (.+)$/gm)].map(([, name = '', resolution = '']) => [
    name,
    resolution,
  ]);
}

it('every package of the lockfile is an exact version from the registry with a SHA-512 hash', () => {
  const locked = lockedPackages();
  expect(locked.length).toBeGreaterThan(300);
  expect(locked.filter(([, resolution]) => !/^\{integrity: sha512-[A-Za-z0-9+/]{86}==\}$/.test(resolution))).toEqual([]);
  expect(locked.filter(([name]) => !/^(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+(-[\w.-]+)?$/.test(name))).toEqual([]);
});

it('the catalog names one exact version of each package', () => {
  const [, catalog = ''] = /^catalog:\n([\s\S]*?)^\S/m.exec(readSource('pnpm-workspace.yaml')) ?? [];
  const wanted = [...catalog.matchAll(/^ {2}"?([^":\s]+)"?: (\S+)/gm)];
  expect(wanted.length).toBeGreaterThan(40);
  const isExact = /^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
  expect(wanted.filter(([, , version = '']) => !isExact.test(version)).map(([line]) => line)).toEqual([]);
});

it('pnpm installs no release that is younger than three days, and runs no install script', () => {
  const [, minutes] = /^minimumReleaseAge: (\d+)$/m.exec(readSource('pnpm-workspace.yaml')) ?? [];
  expect(Number(minutes)).toBeGreaterThanOrEqual(3 * 24 * 60);
  const [, builds = ''] = /^allowBuilds:\n((?: {2}.*\n)*)/m.exec(readSource('pnpm-workspace.yaml')) ?? [];
  expect(builds).not.toBe('');
  expect(builds.match(/: (?!false$).*$/gm)).toBeNull();
});
