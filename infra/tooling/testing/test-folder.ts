import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from '@rstest/core';
import { repositoryRoot } from './repository-root.ts';

/** Each test of a file has an empty folder. With `isShared` all tests have one folder. */
export function createTestFolder({ isShared = false } = {}) {
  let folder = '';
  const [before, after] = isShared ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'enfilade-test-')));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  const at = (...names: string[]) => path.join(folder, ...names);
  return {
    at,
    write(file: string, contents: string | object): void {
      mkdirSync(path.dirname(at(file)), { recursive: true });
      writeFileSync(at(file), typeof contents === 'string' ? contents : JSON.stringify(contents));
    },
    /** The paths stay the same. */
    copy(files: readonly string[], filter?: (file: string) => boolean): void {
      for (const file of files)
        cpSync(path.join(repositoryRoot, file), at(file), { recursive: true, ...(filter !== undefined && { filter }) });
    },
  };
}
