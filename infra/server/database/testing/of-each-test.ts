import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from '@rstest/core';

/** Removes the folder after each test. @returns the path of the folder, or of a file below the folder */
export function folderOfEachTest(): (...below: string[]) => string {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'enfilade-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return (...below) => path.join(folder, ...below);
}

/** The returned object always has the current test's properties. */
export function ofEachTest<Opened extends object>(open: () => Promise<Opened>, close: (opened: Opened) => Promise<unknown>): Opened {
  const opened = {} as Opened;
  beforeEach(async () => void Object.assign(opened, await open()));
  afterEach(() => close(opened).then(() => undefined));
  return opened;
}
