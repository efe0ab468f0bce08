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

it('dev.mjs --help prints its usage before anything is installed or built', () => {
  for (const file of ['infra/tooling/dev/help.mjs', 'infra/tooling/scripts/dev.mjs'])
    cpSync(path.join(repositoryRoot, file), path.join(folder, file));
  const program = path.join(folder, 'infra/tooling/scripts/dev.mjs');
  const printed = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
  expect(printed).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/^Usage: npm run dev \[-- NAME\]\n/) });
});
