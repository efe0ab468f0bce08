import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { keepBlocks } from './blocks.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { someBlocks } from './testing/some-blocks.ts';

it('keeps the objects of the paragraphs that stood before the text grew', () => {
  const before = parseMarkdown('One *two*.\n\n- three\n\nFo', []);
  const after = keepBlocks(before, parseMarkdown('One *two*.\n\n- three\n\nFour', []));
  expect(after.map((block, index) => block === before[index])).toEqual([true, true, false]);
});

it('is the last tree itself when nothing changed, and equals the next whatever changed', () => {
  fc.assert(
    fc.property(someBlocks, someBlocks, (last, next) => {
      expect(keepBlocks(last, structuredClone(last))).toBe(last);
      expect(keepBlocks(last, next)).toEqual(next);
    }),
  );
});
