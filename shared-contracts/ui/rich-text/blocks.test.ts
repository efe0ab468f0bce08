import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { needsMarkdown } from '../../conversation/transcript/plain-text.ts';
import { forAll } from '../../kit/testing/for-all.ts';
import { createPlainBlocks, plainBlocks, reuseBlocks } from './blocks.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { someBlocks } from './testing/some-blocks.ts';

it('reuseBlocks() keeps the objects of unchanged paragraphs', () => {
  const before = parseMarkdown('One *two*.\n\n- three\n\nFo', []);
  const after = reuseBlocks(before, parseMarkdown('One *two*.\n\n- three\n\nFour', []));
  expect(after.map((block, index) => block === before[index])).toEqual([true, true, false]);
});

it('reuseBlocks() returns the last tree if nothing changed, and else an equal of the next tree', () => {
  forAll(someBlocks, someBlocks, (last, next) => {
    expect(reuseBlocks(last, structuredClone(last))).toBe(last);
    expect(reuseBlocks(last, next)).toEqual(next);
  });
});

const text = (words: string) => ({ kind: 'text', text: words });

it('plainBlocks() splits paragraphs at empty lines and keeps line breaks', () => {
  expect(plainBlocks('One\ntwo\r\n \n\n  three \n')).toEqual([
    { kind: 'paragraph', children: [text('One'), { kind: 'break' }, text('two')] },
    { kind: 'paragraph', children: [text('three')] },
  ]);
  expect(plainBlocks(' \n')).toEqual([]);
});

it.each([
  ...['Two well-known guilds — weavers, and l’orfèvre d’à côté.', 'It was built on 3. Mai 1890, in room 2) on the left.'],
  'He wrote [sic] that (as they said) 3 < 4 & 5 > 4; 50 % + more = enough.',
  ...['Rose #7, 1-2 hours, A&B, "quoted", half~way, it’s |so|.', '-5 degrees', '1890 was cold\n#rose'],
])('%j needs no Markdown parser', (prose) => expect(needsMarkdown(prose)).toBe(false));

it.each([
  ...['*a*', 'a_b_', '`x`', '\\*', '<b>', '</b>', '<!-- x -->', '<https://museum.example>', '[a](b)', '[a][b]', '[a]: b', '&amp;'],
  ...['&#38;', '> a', '# a', '#', 'a\n- b', '-', '+ b', '2. b', '3) b', '---', ' - - -', '~~~', '  ## a'],
])('%j needs the Markdown parser', (marked) => expect(needsMarkdown(marked)).toBe(true));

it('plainBlocks() equals the parser’s result for text without Markdown', () => {
  const unit = fc.constantFrom(...'aB9 \n\r\t-+*_#>.)([]:;&!<=~|`\\"é👍', '\u00a0', '\n\n', '---', '  \n');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 30 }), (any) => {
      fc.pre(!needsMarkdown(any));
      expect(parseMarkdown(any, [])).toEqual(plainBlocks(any));
    }),
    { maxSkipsPerRun: 100 },
  );
});

it('createPlainBlocks() gives the blocks of the whole text at each step and keeps finished paragraphs', () => {
  forAll(fc.array(fc.constantFrom('One', ' two.', '\n', '\n\n', ' ', '\t'), { maxLength: 20 }), (pieces) => {
    const toBlocks = createPlainBlocks();
    for (let count = 0; count <= pieces.length; count += 1) {
      const text = pieces.slice(0, count).join('');
      expect(toBlocks(text)).toEqual(plainBlocks(text));
    }
  });
  const toBlocks = createPlainBlocks();
  expect(toBlocks('One.\n\nTwo')[0]).toBe(toBlocks('One.\n\nTwo.')[0]);
});
