import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from '@rstest/core';

/**
 * Creates a new folder for each test of a file or group and removes the folder after the test.
 * @returns the path of the folder, or of a named file below the folder
 */
export function folderOfEachTest(): (...below: string[]) => string {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'enfilade-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return (...below) => path.join(folder, ...below);
}

/** Opens an object before each test and closes it after the test. The returned object always has the current test's properties. */
export function ofEachTest<Opened extends object>(open: () => Promise<Opened>, close: (opened: Opened) => Promise<unknown>): Opened {
  const opened = {} as Opened;
  beforeEach(async () => void Object.assign(opened, await open()));
  afterEach(() => close(opened).then(() => undefined));
  return opened;
}
