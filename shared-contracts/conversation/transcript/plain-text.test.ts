import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../../kit/testing/for-all.ts';
import { toPlainText } from './plain-text.ts';

it.each([
  ['**Three** guilds, _and_ `one` ~~more~~.', 'Three guilds, and one more.'],
  ['***both*** and __strong__', 'both and strong'],
  ['## The window\nIt is old.', 'The window\nIt is old.'],
  ['- weavers\n- brewers\n  * boatmen', 'weavers\nbrewers\nboatmen'],
  ['1. first\n2. second', '1. first\n2. second'],
  ['> Said he.\n> Twice.', 'Said he.\nTwice.'],
  ['See [the label](https://museum.example/a_(b)) and ![a picture](x.png).', 'See the label and a picture.'],
  ['```js\ncode()\n```', 'code()'],
  ['One\n\n---\n\nTwo', 'One\n\nTwo'],
  ['2 * 3 * 4 stays, snake_case_name too, and 5*', '2 * 3 * 4 stays, snake_case_name too, and 5*'],
  ['\\*not emphasis\\*', '*not emphasis*'],
  ['It was **Lo', 'It was Lo'],
])('toPlainText() turns %j into %j', (markdown, plain) => expect(toPlainText(markdown)).toBe(plain));

it('toPlainText() changes a text without Markdown in outer white space and empty lines alone', () => {
  const word = fc.stringMatching(/^[A-Za-zÀ-ÿ,.;:!?’]{1,12}$/);
  const line = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
  forAll(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) =>
    expect(toPlainText(lines.join('\n\n'))).toBe(lines.join('\n\n').trim()),
  );
});

it('toPlainText() reads 4,000 repeated marks without backtracking for minutes', () => {
  const hostile = ['*', '_', '[', '](', '`', '<', '> ', '- '].map((mark) => mark.repeat(2000));
  for (const text of hostile) expect(toPlainText(text).length).toBeLessThanOrEqual(text.length);
});
