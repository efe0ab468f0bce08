import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterAll, beforeAll, expect, it } from '@rstest/core';
import { UnusableDatabaseError } from '../database/site-database.ts';
import { bundleProgram, crashSteps, expectWholeAfterKills, runAndKill } from './testing/crash-rounds.ts';
import { openOwnRegistry, silentLog } from './testing/temporary-registry.ts';

let root: string;
let script: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'enfilade-crash-'));
  script = await bundleProgram(path.join(import.meta.dirname, 'testing/crashing-gateway.ts'), root);
});
afterAll(() => rm(root, { recursive: true }));

it('a gateway that is killed in each step on SQLite loses no acknowledged change, repeats no change and keeps the chain intact', async () => {
  await expectWholeAfterKills(script, { dataDir: path.join(root, 'data') }, crashSteps.length);
});

it('a second gateway cannot open the data folder until the first process is dead', async () => {
  const dataDir = path.join(root, 'second/data');
  const open = () => openOwnRegistry({ dataDir, clock: systemClock, log: silentLog });
  let refused: unknown;
  await runAndKill(script, { dataDir }, 0, async () => {
    refused = await open().then(
      () => 'opened',
      (error: unknown) => error instanceof UnusableDatabaseError,
    );
  });
  expect(refused).toBe(true);
  await (await open()).close();
});
