import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from '@rstest/core';
import { launchBrowser } from './launch-browser.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'enfilade-can-ship-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('launchBrowser', () => {
  it('launchBrowser starts the browser without its sandbox only if the browser does not start with the sandbox', async () => {
    const folder = await makeFolder();
    const [program, log] = [path.join(folder, 'browser'), path.join(folder, 'started')];
    await writeFile(program, `#!/bin/sh\necho "$@" >> ${log}\nexit 1\n`, { mode: 0o755 });
    await expect(launchBrowser({ CHROME_PATH: program }, () => {})).rejects.toThrow(/set CHROME_PATH/);
    const started = (await readFile(log, 'utf8')).trim().split('\n');
    expect(started.map((line) => line.includes('--no-sandbox'))).toEqual([false, true]);
  });
});
