import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@rstest/core';
import { repositoryRoot as root } from '../testing/repository-root.ts';
import { createTestFolder } from '../testing/test-folder.ts';

const { at, copy } = createTestFolder();

function checkOut(remote: string): void {
  copy(['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', 'tsconfig.base.json', 'tsconfig.json']);
  symlinkSync(path.join(root, 'node_modules'), at('node_modules'));
  copy([remote, 'shared-contracts'], (file) => !/\/(node_modules|dist)(\/|$)/.test(file.slice(root.length)));
  // In place of an install, which needs the registry. Links to our own packages must lead into this checkout.
  for (const modules of [`${remote}/node_modules`, 'shared-contracts/node_modules'])
    cpSync(path.join(root, modules), at(modules), {
      recursive: true,
      verbatimSymlinks: false,
      filter: (file) => !file.includes('@enfilade'),
    });
  mkdirSync(at(remote, 'node_modules/@enfilade'));
  symlinkSync(at('shared-contracts'), at(remote, 'node_modules/@enfilade/shared-contracts'));
}

it.each(['landing', 'tailoring', 'visit', 'chat'])('the screen %s builds in a checkout without host and other screens', (name) => {
  checkOut(`mfe-${name}`);
  const folder = at(`mfe-${name}`);
  const { scripts } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  const command = `PATH="$PWD/node_modules/.bin:$PATH"; ${scripts['build']}`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
  expect(existsSync(path.join(folder, 'dist/remoteEntry.js'))).toBe(true);
  expect(JSON.parse(readFileSync(path.join(folder, 'dist/enfilade-remote.json'), 'utf8'))).toMatchObject({ name });
});
