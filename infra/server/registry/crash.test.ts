import path from 'node:path';
import { it } from '@rstest/core';
import { folderOfEachTest } from '../database/testing/of-each-test.ts';
import { bundleProgram, crashSteps, expectWholeAfterKills } from './testing/crash-rounds.ts';

const root = folderOfEachTest();

it('a gateway that is killed in each step on SQLite loses no acknowledged change, repeats no change and keeps the chain intact', async () => {
  const script = await bundleProgram(path.join(import.meta.dirname, 'testing/crashing-gateway.ts'), root());
  await expectWholeAfterKills(script, { dataDir: root('data') }, crashSteps.length);
});
