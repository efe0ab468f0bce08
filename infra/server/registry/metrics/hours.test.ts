import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { noCounts, plus } from './counts.ts';
import { addToHours, type Hours, hoursCounted, readHours } from './release-counts.ts';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 0, 1);
const added = fc.record({ counts: fc.record({ loads: fc.nat(3), failures: fc.nat(3) }), at: fc.nat(40 * hourMs) });

describe('the last twelve hours', () => {
  it('hold what was counted in each of them, oldest first, and nothing older', () => {
    fc.assert(
      fc.property(fc.array(added, { maxLength: 60 }), fc.nat(20 * hourMs), (given, later) => {
        const hours = given.reduce<Hours>((before, { counts, at }) => addToHours(before, counts, start + at), []);
        expect(hours.length).toBeLessThanOrEqual(hoursCounted);
        const now = start + Math.max(0, ...given.map(({ at }) => at)) + later;
        const newest = Math.floor(now / hourMs);
        // A late count of an hour that was over when it came counts while that hour is shown: so order does not matter.
        const expected = Array.from({ length: hoursCounted }, (_, index) =>
          given
            .filter(({ at }) => Math.floor((start + at) / hourMs) === newest - hoursCounted + 1 + index)
            .map(({ counts }) => counts)
            .reduce(plus, noCounts),
        );
        expect(readHours(hours, now)).toEqual(expected);
      }),
    );
  });

  it('end with the hour: a count of 10:59 is gone at 22:00 and not before', () => {
    const hours = addToHours([], { loads: 1, failures: 1 }, start + 11 * hourMs - 1);
    const sum = (now: number) => readHours(hours, now).reduce(plus, noCounts);
    expect(sum(start + 22 * hourMs - 1)).toEqual({ loads: 1, failures: 1 });
    expect(sum(start + 22 * hourMs)).toEqual(noCounts);
  });

  it('are empty before anything was counted', () => {
    expect(readHours([], start)).toEqual(Array.from({ length: 12 }, () => noCounts));
  });
});
