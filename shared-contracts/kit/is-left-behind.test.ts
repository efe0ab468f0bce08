import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { isLeftBehind } from './is-left-behind.mjs';
import { forAll } from './testing/for-all.ts';

const fixed = ['Thumbs.db', 'desktop.ini', 'Icon\r', '.DS_Store', '__MACOSX', '@eaDir', 'lost+found', '$RECYCLE.BIN'];
const leftBeside: ((name: string) => string)[] = [
  ...fixed.map((name) => () => name),
  ...['README.md', 'ReadMe', '.gitkeep'].map((name) => () => name),
  ...[(name: string) => `._${name}`, (name: string) => `~$${name}`, (name: string) => `${name}~`, (name: string) => `.${name}.swp`],
  ...[(name: string) => `.#${name}`, (name: string) => `#${name}#`, (name: string) => `.~lock.${name}#`, (name: string) => `${name}.bak`],
  ...[(name: string) => `${name}.crdownload`, (name: string) => `.syncthing.${name}.tmp`, (name: string) => `.nfs000${name}`],
];
const written = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/), fc.constantFrom('.md', '.json', '.js', '.5f2c.css', '.woff2', '.svg', '.html', ''))
  .map(([name, ending]) => `x${name}${ending}`);

it('isLeftBehind() is true for files of systems and editors and false for a museum’s files', () => {
  forAll(written, fc.constantFrom(...leftBeside), (name, beside) =>
    expect([isLeftBehind(name), isLeftBehind(beside(name))]).toEqual([false, true]),
  );
});

it('isLeftBehind() is false for the copies that sync programs make of conflicting edits', () => {
  for (const name of ['a.sync-conflict-20260101-120000-ABCDEFG.md', "a (Anna's conflicted copy 2026-01-01).md", 'a - Kopie.md', 'a (1).md'])
    expect(isLeftBehind(name)).toBe(false);
});
