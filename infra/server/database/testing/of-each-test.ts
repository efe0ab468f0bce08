import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from '@rstest/core';

/**
 * A new folder for each test of a file or of a group, which is removed after the test.
 * @returns the path of the folder, or of what is named below it
 */
export function folderOfEachTest(): (...below: string[]) => string {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'enfilade-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return (...below) => path.join(folder, ...below);
}

/** What is opened for each test of a file or of a group and closed after the test, in one object for all tests. */
export function ofEachTest<Opened extends object>(open: () => Promise<Opened>, close: (opened: Opened) => Promise<unknown>): Opened {
  const opened = {} as Opened;
  beforeEach(async () => void Object.assign(opened, await open()));
  afterEach(() => close(opened).then(() => undefined));
  return opened;
}
