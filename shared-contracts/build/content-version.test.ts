import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from '@rstest/core';
import { contentHash } from './content-version.mjs';

it('contentHash() changes with a screen’s sources and ignores files of systems and editors', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-version-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
    return contentHash([folder]);
  };
  const first = write('texts/en.json', '{}');
  for (const file of ['.DS_Store', 'texts/._en.json', 'texts/.en.json.swp', '__MACOSX/en.json'])
    expect([file, write(file, 'x')]).toEqual([file, first]);
  expect(write('texts/en.json', '{ }')).not.toBe(first);
});
