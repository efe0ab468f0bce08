import { spawnSync } from 'node:child_process';
import { expect, it } from '@rstest/core';
import { createTestFolder } from '../testing/test-folder.ts';

const { at, copy } = createTestFolder();

it('dev.mjs --help prints its usage before anything is installed or built', () => {
  copy(['infra/tooling/dev/help.mjs', 'infra/tooling/scripts/dev.mjs']);
  const printed = spawnSync(process.execPath, [at('infra/tooling/scripts/dev.mjs'), '--help'], { encoding: 'utf8' });
  expect(printed).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/^Usage: npm run dev \[-- NAME\]\n/) });
});
