import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@rstest/core';
import { openEachTest } from './open-each-test.ts';

/** @param files contents of the content folder by path */
export function openContentGateway(files: Readonly<Record<string, string | Buffer>>) {
  const contentDir = mkdtempSync(path.join(tmpdir(), 'content-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(contentDir, name)), { recursive: true });
    writeFileSync(path.join(contentDir, name), content);
  }
  const site = openEachTest({ options: { contentDir } });
  afterAll(() => rm(contentDir, { recursive: true, force: true }));
  return site;
}
