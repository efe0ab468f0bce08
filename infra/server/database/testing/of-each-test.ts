import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from '@rstest/core';

/** Removes the folder after each test. @returns the path of the folder, or of a file below the folder */
export function folderOfEachTest(): (...below: string[]) => string {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'enfilade-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return (...below) => path.join(folder, ...below);
}

type Opened = { end(): Promise<unknown> } | { close(): Promise<unknown> };
const endOf = async (opened: Opened) => void (await ('end' in opened ? opened.end() : opened.close()));

/** The returned object always has the current test's properties. */
export function ofEachTest<One extends Opened>(open: () => Promise<One>, close: (opened: One) => Promise<unknown> = endOf): One {
  const opened = {} as One;
  beforeEach(async () => void Object.assign(opened, await open()));
  afterEach(() => close(opened).then(() => undefined));
  return opened;
}

/** The returned object has its properties once the file's tests run. */
export function ofFile<One extends Opened>(open: () => Promise<One>): One {
  const opened = {} as One;
  beforeAll(async () => void Object.assign(opened, await open()));
  afterAll(() => endOf(opened));
  return opened;
}
