import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@rstest/core';
import { repositoryRoot } from './repository-root.ts';

const read = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');

/** Name and version of every package of the lockfile, with the line that says what it is made of. */
function lockedPackages(): [name: string, resolution: string][] {
  const [, packages = ''] = /^packages:\n([\s\S]*?)^snapshots:/m.exec(read('pnpm-lock.yaml')) ?? [];
  return [...packages.matchAll(/^ {2}'?([^'\s]+?)'?:\n {4}resolution: (.+)$/gm)].map(([, name = '', resolution = '']) => [
    name,
    resolution,
  ]);
}

describe('what is installed', () => {
  it('what is installed is from the registry, byte for byte what the lockfile was made with', () => {
    const locked = lockedPackages();
    expect(locked.length).toBeGreaterThan(300);
    expect(locked.filter(([, resolution]) => !/^\{integrity: sha512-[A-Za-z0-9+/]{86}==\}$/.test(resolution))).toEqual([]);
    expect(locked.filter(([name]) => !/^(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+(-[\w.-]+)?$/.test(name))).toEqual([]);
  });

  it('what is installed is requested in one exact version each', () => {
    const [, catalog = ''] = /^catalog:\n([\s\S]*?)^\S/m.exec(read('pnpm-workspace.yaml')) ?? [];
    const wanted = [...catalog.matchAll(/^ {2}"?([^":\s]+)"?: (\S+)/gm)];
    expect(wanted.length).toBeGreaterThan(40);
    expect(wanted.filter(([, , version = '']) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)).map(([line]) => line)).toEqual(
      [],
    );
  });

  it('what is installed has been out for days, so that a hijacked release is found out before it comes here', () => {
    const [, minutes] = /^minimumReleaseAge: (\d+)$/m.exec(read('pnpm-workspace.yaml')) ?? [];
    expect(Number(minutes)).toBeGreaterThanOrEqual(3 * 24 * 60);
  });

  it('what is installed runs nothing while it is installed', () => {
    const [, builds = ''] = /^allowBuilds:\n((?: {2}.*\n)*)/m.exec(read('pnpm-workspace.yaml')) ?? [];
    expect(builds).not.toBe('');
    expect(builds.match(/: (?!false$).*$/gm)).toBeNull();
  });
});
