import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { noCounts, plus } from './counts.ts';
import { addToHours, type Hours, hoursCounted, readHours } from './release-counts.ts';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 0, 1);
const added = fc.record({ counts: fc.record({ loads: fc.nat(3), failures: fc.nat(3) }), at: fc.nat(40 * hourMs) });

itHolds(
  'readHours returns the counts of each of the last twelve hours, oldest first',
  [fc.array(added, { maxLength: 60 }), fc.nat(20 * hourMs)],
  (given, later) => {
    const hours = given.reduce<Hours>((before, { counts, at }) => addToHours(before, counts, start + at), []);
    expect(hours.length).toBeLessThanOrEqual(hoursCounted);
    const now = start + Math.max(0, ...given.map(({ at }) => at)) + later;
    const newest = Math.floor(now / hourMs);
    // A late count still adds to its hour, so the order of counts does not matter.
    const expected = Array.from({ length: hoursCounted }, (_, index) =>
      given
        .filter(({ at }) => Math.floor((start + at) / hourMs) === newest - hoursCounted + 1 + index)
        .map(({ counts }) => counts)
        .reduce(plus, noCounts),
    );
    expect(readHours(hours, now)).toEqual(expected);
  },
  { examples: [[[], 0]] },
);

it('a count of 10:59 is included until 21:59 and not at 22:00', () => {
  const hours = addToHours([], { loads: 1, failures: 1 }, start + 11 * hourMs - 1);
  const sum = (now: number) => readHours(hours, now).reduce(plus, noCounts);
  expect(sum(start + 22 * hourMs - 1)).toEqual({ loads: 1, failures: 1 });
  expect(sum(start + 22 * hourMs)).toEqual(noCounts);
});
