import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repositoryRoot } from '@enfilade/tooling/checks/repository-root';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { capture } from './testing/open-command-line.ts';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'enfilade-new-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const remotes = (...argv: string[]) => capture(argv, { cwd, env: { DATA_DIR: cwd } });

/** What an install would lay out: the same packages as every screen has. */
async function install(folder: string): Promise<void> {
  await symlink(path.join(repositoryRoot, 'mfe-landing/node_modules'), path.join(folder, 'node_modules'));
}

function inFolder(folder: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(path.join(repositoryRoot, command), args, { cwd: folder, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
  // Who runs all tests may have asked for colours.
  return stripVTControlCharacters(stdout);
}

describe('new', () => {
  it('starts a remote whose types hold, whose test passes, which builds alone, and which passes the gate unchanged', async () => {
    const { code, out } = await remotes('new', 'poster');
    const folder = path.join(cwd, 'mfe-poster');
    expect([code, out.split('\n')[0]]).toEqual([0, `${folder} is there:`]);
    const { scripts } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    expect(scripts.build).toBe('rsbuild build');
    await install(folder);
    inFolder(folder, 'mfe-landing/node_modules/.bin/rsbuild', 'build');
    expect((await remotes('check', 'mfe-poster/dist')).out).toMatch(/^poster 0\.1\.0-dev\.[0-9a-f]{8} passes: /);
    expect(inFolder(folder, 'node_modules/.bin/rstest', 'run')).toMatch(/Tests +4 passed/);
    const globals = path.join(repositoryRoot, 'shared-contracts/build/remote-globals.d.ts');
    const files = [
      'screen.tsx',
      'screen.test.tsx',
      'testing/states.tsx',
      'testing/plays.ts',
      'rsbuild.config.ts',
      'rstest.config.ts',
      globals,
    ];
    const typesFrom = [path.join(repositoryRoot, 'node_modules/@types')];
    const tsconfig = { extends: path.join(repositoryRoot, 'tsconfig.base.json'), compilerOptions: { typeRoots: typesFrom }, files };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    inFolder(folder, 'node_modules/.bin/tsc', '-p', '.');
  });

  it('leaves a folder that is there as it is', async () => {
    await mkdir(path.join(cwd, 'mfe-poster'));
    const { code, err } = await remotes('new', 'poster');
    expect([code, err]).toEqual([1, `${path.join(cwd, 'mfe-poster')} is there already; choose another name.\n`]);
    expect(await readdir(path.join(cwd, 'mfe-poster'))).toEqual([]);
  });
});
