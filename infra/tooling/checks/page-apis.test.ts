import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFiles } from '@enfilade/shared-contracts/build/content-version';
import { describe, expect, it } from '@rstest/core';
import { repositoryRoot as root } from './repository-root.ts';

const pages = ['host', 'mfe-landing', 'mfe-tailoring', 'mfe-visit', 'mfe-chat', 'shared-contracts', 'infra/console'];

const wrong = [
  [
    'Enter and Escape are read by pressedKey: the key of an event is also “Enter” when it confirms a word of an input method',
    /\bkey [!=]== '(?:Enter|Escape)'/,
  ],
  ['ids are made by randomId: pages without TLS have no randomUUID', /\brandomUUID\b/],
] as const;

/** Runs before any file has come, and tests for the input method itself. */
const exceptions = ['host/first-paint/early.ts', 'shared-contracts/kit/random-id.ts'];

describe('pages', () => {
  it.each(wrong)('pages %s', (_, pattern) => {
    const sources = pages.flatMap((room) => sourceFiles(path.join(root, room))).map((file) => path.relative(root, file));
    const checked = sources.filter((file) => /\.tsx?$/.test(file) && !exceptions.includes(file));
    expect(checked.length).toBeGreaterThan(200);
    expect(checked.filter((file) => pattern.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  });
});
