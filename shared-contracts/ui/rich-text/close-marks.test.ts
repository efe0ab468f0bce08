import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { closeMarks } from './close-marks.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { wordsOfBlocks } from './testing/some-blocks.ts';

const answer = [
  'The **dome** turns on *forty* iron wheels; `two` people could push it.',
  '',
  '## The lens',
  '',
  '- ground in __1871__, see [the label](https://museum.example/lens)',
  '- the _clock_ that follows the sky',
  '',
  '1. first',
  '2. second and **last**',
].join('\n');

it.each([
  ['It was **Lo', 'It was **Lo**'],
  ['It was **Louis*', 'It was **Louis**'],
  ['It was **', 'It was '],
  ['It was **Louis the ', 'It was **Louis the**'],
  ['He said *so', 'He said *so*'],
  ['See [the la', 'See the la'],
  ['See [the label](https://mus', 'See the label'],
  ['Two\n\n- ', 'Two\n\n'],
  ['Two\n\n##', 'Two\n\n'],
  ['Press `Ent', 'Press `Ent`'],
  ['2 * 3 and snake_case', '2 * 3 and snake_case'],
  ['**All** of *it*.', '**All** of *it*.'],
  ['```\nlet **x', '```\nlet **x'],
])('closeMarks() turns %j into %j', (half, closed) => expect(closeMarks(half)).toBe(closed));

it('closeMarks() of a growing text never shows a letter that the next step removes', () => {
  const lengths = Array.from(
    answer,
    (_, index) => wordsOfBlocks(parseMarkdown(closeMarks(answer.slice(0, index + 1)), ['museum.example'])).length,
  );
  // A number and its full stop arrive before the space that makes them a list.
  const shrinking = lengths.filter((length, index) => length < (lengths[index - 1] ?? 0) - 2);
  expect(shrinking).toEqual([]);
});

it('closeMarks() leaves a text without marks unchanged', () => {
  fc.assert(fc.property(fc.stringMatching(/^[A-Za-zÀ-ÿ ,.;:!?’\n]{0,200}$/), (text) => closeMarks(text) === text));
});

it('closeMarks() reads 1,000 repeated marks without backtracking for minutes', () => {
  for (const mark of ['*', '_', '`', '[', '](', '# ', '**a ']) expect(closeMarks(mark.repeat(1000)).length).toBeGreaterThan(0);
});
