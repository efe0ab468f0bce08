import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { addFigures, bucketOf, figureNames, type Histogram, noHistograms, quantileOf, summarizeFigures, visitsOf } from './figures.ts';

const name = fc.constantFrom(...figureNames);
const values = fc.array(fc.double({ min: 0, max: 600_000, noNaN: true }), { minLength: 1, maxLength: 200 });
const countAll = (figure: (typeof figureNames)[number], given: readonly number[]): Histogram =>
  given.reduce((before, value) => addFigures(before, { [figure]: value }), noHistograms)[figure];

itHolds('a histogram has each visit once in up to 64 ascending buckets', [name, values], (figure, given) => {
  const histogram = countAll(figure, given);
  expect([visitsOf(histogram), histogram.length <= 64]).toEqual([given.length, true]);
  const sorted = [...given].sort((a, b) => a - b).map((value) => bucketOf(figure, value));
  expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
});

itHolds(
  'quantileOf is accurate to 20 %',
  [fc.array(fc.integer({ min: 25, max: 60_000 }), { minLength: 1, maxLength: 200 }), fc.constantFrom(0.5, 0.75)],
  (given, share) => {
    const exact = [...given].sort((a, b) => a - b)[Math.ceil(given.length * share) - 1] ?? 0;
    const told = quantileOf('usableMs', countAll('usableMs', given), share) ?? 0;
    expect(told).toBeGreaterThan(exact / 1.2 - 1);
    expect(told).toBeLessThan(exact * 1.2 + 1);
  },
);

it('summarizeFigures returns the number of visits and null for unmeasured figures', () => {
  const histograms = [100, 200, 400].reduce((before, usableMs) => addFigures(before, { usableMs, shift: 0 }), noHistograms);
  expect(summarizeFigures('1.0.0', histograms)).toMatchObject({ version: '1.0.0', visits: 3, inpMs: null, longTaskMs: null });
  expect(summarizeFigures('1.0.0', noHistograms)).toBeUndefined();
});
