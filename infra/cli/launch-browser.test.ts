import { readFile, writeFile } from 'node:fs/promises';
import { folderOfEachTest } from '@enfilade/server/database/testing/of-each-test';
import { expect, it } from '@rstest/core';
import { launchBrowser } from './launch-browser.ts';

const folder = folderOfEachTest();

it('launchBrowser starts the browser without its sandbox only if the browser does not start with the sandbox', async () => {
  const [program, log] = [folder('browser'), folder('started')];
  await writeFile(program, `#!/bin/sh\necho "$@" >> ${log}\nexit 1\n`, { mode: 0o755 });
  await expect(launchBrowser({ CHROME_PATH: program }, () => {})).rejects.toThrow(/set CHROME_PATH/);
  const started = (await readFile(log, 'utf8')).trim().split('\n');
  expect(started.map((line) => line.includes('--no-sandbox'))).toEqual([false, true]);
});
