import { anyText } from '@enfilade/shared-contracts/kit/testing/any-text';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { type Block, countCharacters } from './blocks.ts';
import { cutBlocks, cutText, findStart } from './cut-blocks.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { someBlocks, wordsOfBlocks } from './testing/some-blocks.ts';

const answer = parseMarkdown('The **oak** door.\n\n- one\n- two\n\n> Said *he*.\n\n---\n\n```\ncode\n```', []);

describe('an answer typed out', () => {
  it('counts what is read, not the marks', () => expect(countCharacters(answer)).toBe('The oak door.onetwoSaid he.code'.length));

  it.each([
    [0, []],
    [
      5,
      [
        {
          kind: 'paragraph',
          children: [
            { kind: 'text', text: 'The ' },
            { kind: 'strong', children: [{ kind: 'text', text: 'o', rest: 'ak' }] },
          ],
        },
      ],
    ],
    [4, [{ kind: 'paragraph', children: [{ kind: 'text', text: 'The ' }] }]],
  ])('shows its first %i characters', (shown, blocks) => expect(cutBlocks(answer, shown)).toEqual(blocks));

  it('keeps whole blocks the same objects, and cuts the one in work', () => {
    const cut = cutBlocks(answer, 17);
    expect(cut).toHaveLength(2);
    expect(cut[0]).toBe(answer[0]);
    expect(cut[1]).toEqual({
      kind: 'list',
      start: undefined,
      items: [{ text: 'one' }, { text: 't', rest: 'wo' }].map((text) => [{ kind: 'paragraph', children: [{ kind: 'text', ...text }] }]),
    });
  });

  it('is the same object when all is shown', () => {
    fc.assert(
      fc.property(someBlocks, (blocks) => {
        expect(cutBlocks(blocks, countCharacters(blocks))).toBe(blocks);
      }),
    );
  });

  it('never shows more than it may, never less than before, and always the beginning of the words', () => {
    fc.assert(
      fc.property(someBlocks, (blocks) => {
        const words = wordsOfBlocks(blocks);
        let before = 0;
        for (let shown = 0; shown <= words.length; shown += 1) {
          const cut = cutBlocks(blocks, shown);
          const count = countCharacters(cut);
          expect(count).toBeLessThanOrEqual(shown);
          expect(count).toBeGreaterThanOrEqual(before);
          expect(words.startsWith(wordsOfBlocks(cut))).toBe(true);
          before = count;
        }
        expect(before).toBe(words.length);
      }),
    );
  });

  it('draws no element without content', () => {
    const isEmpty = (block: Block): boolean => 'children' in block && (block.children.length === 0 || wordsOfBlocks([block]) === '');
    for (let shown = 0; shown < countCharacters(answer); shown += 1) expect(cutBlocks(answer, shown).some(isEmpty)).toBe(false);
  });
});

const seenAsOne = ['👩‍👩‍👧', 'e\u0301', '👍🏽', '❤️', '😀', 'n\u0303\u0323'];

describe('text cut where characters meet', () => {
  it.each(seenAsOne)('shows %j whole or not at all', (character) => {
    const text = `a${character}b`;
    for (let shown = 1; shown <= character.length; shown += 1) {
      expect(cutText(text, shown)).toBe('a');
      // Browsers without a segmenter.
      expect(text.slice(0, findStart(text, shown))).toBe('a');
    }
    expect(cutText(text, character.length + 1)).toBe(`a${character}`);
    expect(findStart(text, character.length + 1)).toBe(character.length + 1);
  });

  it('never leaves half of a pair', () => {
    fc.assert(
      fc.property(anyText(), fc.nat(40), (text, shown) => {
        for (const cut of [cutText(text, shown), text.slice(0, shown < text.length ? findStart(text, shown) : undefined)]) {
          expect(text.startsWith(cut)).toBe(true);
          expect(cut.length).toBeLessThanOrEqual(shown);
          expect(cut).not.toMatch(/\p{Cs}/u);
        }
      }),
    );
  });
});
