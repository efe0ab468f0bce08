import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../../kit/testing/for-all.ts';
import type { TranscriptLine, Turn } from '../conversation.ts';
import { linesOf, splitLines } from './transcript.ts';

it.each([
  ['', []],
  ['One sentence', ['One sentence']],
  ['First. Second! Third? Fourth… Fifth', ['First.', 'Second!', 'Third?', 'Fourth…', 'Fifth']],
  ['It was bare – then Tiepolo came — and painted - in fresco.', ['It was bare', '– then Tiepolo came', '— and painted', '- in fresco.']],
  ['A well-known ceiling of 1740–1745, 3 – 4 metres high', ['A well-known ceiling of 1740–1745, 3 – 4 metres high']],
  ['Dr. Müller und St. Martin, z. B. im 18. Jahrhundert.', ['Dr. Müller und St. Martin, z. B. im 18. Jahrhundert.']],
  ['Ludwig XIV. ließ ihn bauen. Er war König.', ['Ludwig XIV. ließ ihn bauen.', 'Er war König.']],
  ['J. S. Bach played here. In 1720. Twice.', ['J. S. Bach played here.', 'In 1720.', 'Twice.']],
  ['„Kommen Sie!“ Sie ging. (Allein.) Dann kam er.', ['„Kommen Sie!“', 'Sie ging.', '(Allein.)', 'Dann kam er.']],
  ['« Venez ! » dit-elle. Qui ? Lui.', ['« Venez ! » dit-elle.', 'Qui ?', 'Lui.']],
  ['It costs 3.50 euros at www.example.org today.', ['It costs 3.50 euros at www.example.org today.']],
  ['First line\n\nSecond line', ['First line', 'Second line']],
  ['The end –', ['The end –']],
  ['e.g. this one', ['e.g. this one']],
])('splitLines() splits %j into %j', (text, lines) => {
  expect(splitLines(text)).toEqual(lines);
});

it('splitLines() loses no character but white space', () => {
  const piece = fc.constantFrom(
    ...['Der', 'Saal', '19', '.', '. ', '! ', '? ', '…', ' – ', ' - ', '—', ' ', '\n', '“', '»', 'XIV. ', 'Dr. ', 'é', 'a'],
  );
  forAll(
    fc.oneof(
      fc.array(piece).map((all) => all.join('')),
      fc.string({ unit: 'grapheme' }),
    ),
    (text) => {
      const lines = splitLines(text);
      expect(lines.join(' ')).toBe(text.replace(/\s+/g, ' ').trim());
      expect(lines.every((line) => line.trim() === line && line !== '')).toBe(true);
    },
  );
});

it('splitLines() needs time proportional to the length of the text', () => {
  expect(splitLines(`${'a '.repeat(20_000)}${'. '.repeat(20_000)}${' '.repeat(20_000)}–`).length).toBeGreaterThan(0);
});

const turnOf = (turn: Partial<Turn>): Turn => ({ id: 1, sources: [], state: 'complete', ...turn });
const textsOf = (turn: Partial<Turn>) => linesOf(turnOf(turn)).map(({ text }) => text);

it('a turn’s lines are the question and each sentence of the answer, without Markdown, and an opening is one line', () => {
  expect(textsOf({ question: 'Who?', answer: '**Tiepolo**. In 1740.', isMarkdown: true })).toEqual(['Who?', 'Tiepolo.', 'In 1740.']);
  expect(textsOf({ question: 'Who?', answer: '**Tiepolo**' })).toEqual(['Who?', '**Tiepolo**']);
  expect(textsOf({ answer: 'Welcome! I am Clara.', opening: 'welcome' })).toEqual(['Welcome! I am Clara.']);
  expect(textsOf({})).toEqual([]);
});

it('lines keep their keys while the answer grows, and an unchanged turn returns the same lines', () => {
  const words = fc.array(fc.constantFrom('The', 'hall', 'is old.', 'Very.', '–', 'Dr.', 'yes!'), { minLength: 1, maxLength: 25 });
  forAll(words, (all) => {
    let before: readonly TranscriptLine[] = [];
    for (let count = 1; count <= all.length; count += 1) {
      const turn = turnOf({ question: 'b', answer: all.slice(0, count).join(' ') });
      const lines = linesOf(turn);
      expect(linesOf(turn)).toBe(lines);
      const keys = lines.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.slice(0, before.length)).toEqual(before.map(({ key }) => key).slice(0, keys.length));
      before = lines;
    }
  });
});
