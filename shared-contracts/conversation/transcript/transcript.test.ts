import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import type { TranscriptLine } from '../conversation.ts';
import { splitLines, writeGuideText, writeOpening, writeVisitorText } from './transcript.ts';

describe('a guide’s text', () => {
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
  ])('%j becomes the lines %j', (text, lines) => {
    expect(splitLines(text)).toEqual(lines);
  });

  it('loses nothing but white space', () => {
    const piece = fc.constantFrom(
      ...['Der', 'Saal', '19', '.', '. ', '! ', '? ', '…', ' – ', ' - ', '—', ' ', '\n', '“', '»', 'XIV. ', 'Dr. ', 'é', 'a'],
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece).map((all) => all.join('')),
          fc.string({ unit: 'grapheme' }),
        ),
        (text) => {
          const lines = splitLines(text);
          expect(lines.join(' ')).toBe(text.replace(/\s+/g, ' ').trim());
          expect(lines.every((line) => line.trim() === line && line !== '')).toBe(true);
        },
      ),
    );
  });

  it('is split in a time that grows with its length alone', () => {
    expect(splitLines(`${'a '.repeat(20_000)}${'. '.repeat(20_000)}${' '.repeat(20_000)}–`).length).toBeGreaterThan(0);
  });
});

const textsOf = (transcript: readonly TranscriptLine[]) => transcript.map(({ text }) => text);

describe('a transcript', () => {
  it('has the lines of both speakers in order', () => {
    let transcript: readonly TranscriptLine[] = writeOpening([], 0, 'Welcome!');
    transcript = writeVisitorText(transcript, 1, 'Who?');
    transcript = writeGuideText(transcript, 1, 'Tiepolo. In 1740.');
    transcript = writeVisitorText(transcript, 2, 'Why?');
    expect(textsOf(transcript)).toEqual(['Welcome!', 'Who?', 'Tiepolo.', 'In 1740.', 'Why?']);
  });

  it('puts words of the visitor that are understood late before the answer', () => {
    const answered = writeGuideText(writeVisitorText([], 1, 'a'), 2, 'Answer.');
    expect(textsOf(writeVisitorText(answered, 2, 'late'))).toEqual(['a', 'late', 'Answer.']);
  });

  it('changes no other line and no key while a turn grows word by word', () => {
    const words = fc.array(fc.constantFrom('The', 'hall', 'is old.', 'Very.', '–', 'Dr.', 'yes!'), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(words, words, (first, second) => {
        const complete = writeGuideText(writeVisitorText([], 1, 'a'), 1, first.join(' '));
        let transcript = writeVisitorText(complete, 2, 'b');
        for (let count = 1; count <= second.length; count += 1) {
          const before = transcript;
          transcript = writeGuideText(transcript, 2, second.slice(0, count).join(' '));
          expect(transcript.slice(0, complete.length + 1)).toEqual(before.slice(0, complete.length + 1));
          for (const line of complete) expect(transcript).toContain(line);
          const keys = transcript.map((line) => line.key);
          expect(keys.slice(0, Math.min(before.length, keys.length))).toEqual(before.map((line) => line.key).slice(0, keys.length));
        }
      }),
    );
  });
});
