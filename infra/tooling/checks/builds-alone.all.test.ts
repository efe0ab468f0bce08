import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@rstest/core';
import { repositoryRoot as root } from './repository-root.ts';

let checkout = '';
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

/** A checkout with one screen and shared-contracts, as a team would have it. */
function checkOut(remote: string): string {
  checkout = mkdtempSync(path.join(tmpdir(), 'one-screen-'));
  for (const file of ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', 'tsconfig.base.json', 'tsconfig.json'])
    cpSync(path.join(root, file), path.join(checkout, file));
  symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'));
  for (const room of [remote, 'shared-contracts']) {
    const source = path.join(root, room);
    cpSync(source, path.join(checkout, room), {
      recursive: true,
      filter: (file) => !/\/(node_modules|dist)(\/|$)/.test(file.slice(source.length)),
    });
    // What an install would lay out, without reaching the registry; links to our own packages must lead into this checkout.
    cpSync(path.join(source, 'node_modules'), path.join(checkout, room, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: false,
      filter: (file) => !file.includes('@enfilade'),
    });
  }
  return path.join(checkout, remote);
}

describe('a screen', () => {
  it.each(['mfe-landing', 'mfe-tailoring', 'mfe-visit', 'mfe-chat'])(
    'a screen %s builds from a checkout with neither the host nor the other screens',
    (remote) => {
      const folder = checkOut(remote);
      mkdirSync(path.join(folder, 'node_modules/@enfilade'));
      symlinkSync(path.join(checkout, 'shared-contracts'), path.join(folder, 'node_modules/@enfilade/shared-contracts'));
      const { build } = (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
        .scripts;
      const { status, stdout, stderr } = spawnSync('sh', ['-c', `PATH="$PWD/node_modules/.bin:$PATH"; ${build}`], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(status, stdout + stderr).toBe(0);
      expect(existsSync(path.join(folder, 'dist/remoteEntry.js'))).toBe(true);
      expect(JSON.parse(readFileSync(path.join(folder, 'dist/enfilade-remote.json'), 'utf8'))).toMatchObject({
        name: remote.replace('mfe-', ''),
      });
    },
  );
});
