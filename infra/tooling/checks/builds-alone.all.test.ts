import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from '@rstest/core';
import { repositoryRoot as root } from './repository-root.ts';

let checkout = '';
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

/** A checkout with one screen and shared-contracts, as a team would have it. */
function checkOut(remote: string): string {
  checkout = mkdtempSync(path.join(tmpdir(), 'one-screen-'));
  for (const file of ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', 'tsconfig.base.json', 'tsconfig.json'])
    cpSync(path.join(root, file), path.join(checkout, file));
  symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'));
  for (const folder of [remote, 'shared-contracts']) {
    const source = path.join(root, folder);
    cpSync(source, path.join(checkout, folder), {
      recursive: true,
      filter: (file) => !/\/(node_modules|dist)(\/|$)/.test(file.slice(source.length)),
    });
    // In place of an install, which needs the registry. Links to our own packages must lead into this checkout.
    cpSync(path.join(source, 'node_modules'), path.join(checkout, folder, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: false,
      filter: (file) => !file.includes('@enfilade'),
    });
  }
  return path.join(checkout, remote);
}

it.each(['landing', 'tailoring', 'visit', 'chat'])('the screen %s builds in a checkout without host and other screens', (name) => {
  const folder = checkOut(`mfe-${name}`);
  mkdirSync(path.join(folder, 'node_modules/@enfilade'));
  symlinkSync(path.join(checkout, 'shared-contracts'), path.join(folder, 'node_modules/@enfilade/shared-contracts'));
  const { scripts } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  const command = `PATH="$PWD/node_modules/.bin:$PATH"; ${scripts['build']}`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
  expect(existsSync(path.join(folder, 'dist/remoteEntry.js'))).toBe(true);
  expect(JSON.parse(readFileSync(path.join(folder, 'dist/enfilade-remote.json'), 'utf8'))).toMatchObject({ name });
});
