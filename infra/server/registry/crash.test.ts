import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { expect, it } from '@rstest/core';
import { UnusableDatabaseError } from '../database/site-database.ts';
import { folderOfEachTest } from '../database/testing/of-each-test.ts';
import { bundleProgram, crashSteps, expectWholeAfterKills, runAndKill } from './testing/crash-rounds.ts';
import { openOwnRegistry, silentLog } from './testing/temporary-registry.ts';

const root = folderOfEachTest();
const bundle = () => bundleProgram(path.join(import.meta.dirname, 'testing/crashing-gateway.ts'), root());

it('a gateway that is killed in each step on SQLite loses no acknowledged change, repeats no change and keeps the chain intact', async () => {
  await expectWholeAfterKills(await bundle(), { dataDir: root('data') }, crashSteps.length);
});

it('a second gateway cannot open the data folder until the first process is dead', async () => {
  const dataDir = root('data');
  const open = () => openOwnRegistry({ dataDir, clock: systemClock, log: silentLog });
  let refused: unknown;
  await runAndKill(await bundle(), { dataDir }, 0, async () => {
    refused = await open().then(
      () => 'opened',
      (error: unknown) => error instanceof UnusableDatabaseError,
    );
  });
  expect(refused).toBe(true);
  await (await open()).close();
});
