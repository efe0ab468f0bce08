import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFiles } from '@enfilade/shared-contracts/build/content-version';
import { describe, expect, it } from '@rstest/core';
import { repositoryRoot as root } from './repository-root.ts';

/** `.key === 'Enter'` is also true of the Enter that confirms a word of an input method. */
const comparison = /\bkey [!=]== '(?:Enter|Escape)'/;
/** Runs before any file has come, and tests for the input method itself. */
const exceptions = ['host/first-paint/early.ts'];

describe('Enter and Escape', () => {
  it.each(['host', 'mfe-landing', 'mfe-tailoring', 'mfe-visit', 'mfe-chat', 'shared-contracts', 'infra/console'])(
    'are read by pressedKey in %s, so that no input method sends or closes anything',
    (room) => {
      const sources = sourceFiles(path.join(root, room)).map((file) => path.relative(root, file));
      expect(sources.length).toBeGreaterThan(3);
      expect(sources.filter((file) => !exceptions.includes(file) && comparison.test(readFileSync(path.join(root, file), 'utf8')))).toEqual(
        [],
      );
    },
  );
});
