import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { tourMarkLimit } from '../api/limits.ts';
import { anyText } from '../kit/testing/any-text.ts';
import { forAll } from '../kit/testing/for-all.ts';
import { formatTourMark, parseTourMark, type TourMark } from './tour-mark.ts';

const id = fc.constantFrom('vestibule', 'salon-games', 'profile.json', '1926');
const mark: fc.Arbitrary<TourMark> = fc.record({
  phase: fc.constantFrom('before' as const, 'under-way' as const, 'over' as const),
  asks: fc.constantFrom(undefined, 'begin' as const, 'next-room' as const, 'next-stop' as const, 'more' as const),
  room: fc.nat(19),
  told: fc.uniqueArray(id),
  spentSeconds: fc.nat(99_999),
  heard: fc.uniqueArray(
    fc.record({ document: id, paragraphs: fc.uniqueArray(fc.nat(29)).map((all) => all.toSorted((one, other) => one - other)) }),
    { selector: ({ document }) => document },
  ),
});

it('a formatted tour mark is parsed to the same tour', () => {
  forAll(mark, (tour) => expect(parseTourMark(formatTourMark(tour))).toEqual(tour));
});

it('a tour mark is one line within its limit and drops the oldest passages', () => {
  const heard = Array.from({ length: 60 }, (_, at) => ({ document: `a-document-${at}`, paragraphs: [0, 1, 2, 3, 4, 5] }));
  const text = formatTourMark({ phase: 'under-way', room: 2, told: ['a-document-59'], spentSeconds: 1800, heard });
  expect(text.length).toBeLessThanOrEqual(tourMarkLimit);
  expect(text).not.toMatch(/[\n\]]/);
  expect(parseTourMark(text)?.heard.at(-1)).toEqual(heard.at(-1));
});

it('parseTourMark() refuses text that formatTourMark() did not write', () => {
  forAll(anyText({ maxLength: 200 }), (text) => expect(parseTourMark(text)).toBeUndefined());
  for (const text of ['', 'over - 0 0 - - x', 'under-way next-stop -1 0 - -', 'under-way more 0 0 - a:zz', 'on - 0 0 - -'])
    expect(parseTourMark(text)).toBeUndefined();
});
