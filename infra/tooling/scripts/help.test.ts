import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { repositoryRoot } from '../checks/repository-root.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'enfilade-scripts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([
  ['remotes.mjs', [], /^Usage: npm run remotes -- COMMAND\n\nlist /],
  ['remotes.mjs', ['pin'], /^Usage: npm run remotes -- pin NAME@VERSION/],
  ['dev.mjs', [], /^Usage: npm run dev \[-- NAME\]\n/],
])('%s %j --help prints its usage before anything is installed or built', (script, args, usage) => {
  for (const file of ['infra/cli/help.mjs', 'infra/tooling/dev/help.mjs', `infra/tooling/scripts/${script}`])
    cpSync(path.join(repositoryRoot, file), path.join(folder, file));
  const program = path.join(folder, 'infra/tooling/scripts', script);
  const printed = spawnSync(process.execPath, [program, ...args, '--help'], { encoding: 'utf8' });
  expect(printed).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(usage) });
});
