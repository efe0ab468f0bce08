import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import {
  addGains,
  ceilingOf,
  type Evidence,
  gainsOfFailure,
  gainsOfRank,
  gainsOverCeiling,
  strengthAmongOthers,
  strengthOf,
} from './evidence.ts';

const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });
const rate = fc.double({ min: 0, max: 1, noNaN: true });
/** What a bet pays in the mean, by how likely each of its outcomes is. */
const mean = (outcomes: readonly [chance: number, gains: readonly number[]][], at: number) =>
  outcomes.reduce((sum, [chance, gains]) => sum + chance * Math.exp(gains[at] ?? Number.NaN), 0);

describe('a bet', () => {
  it('on a failure pays 1 in the mean where both versions fail alike, and no more where the new one fails less', () => {
    fc.assert(
      fc.property(share, rate, rate, (ofNew, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const pays = (newRate: number, stableRate: number, at: number) =>
          mean(
            [
              [ofNew * newRate, gainsOfFailure({ isNew: true, share: ofNew })],
              [(1 - ofNew) * stableRate, gainsOfFailure({ isNew: false, share: ofNew })],
              [1 - ofNew * newRate - (1 - ofNew) * stableRate, [0, 0, 0]],
            ],
            at,
          );
        for (const at of [0, 1, 2]) {
          expect(pays(more, more, at)).toBeCloseTo(1, 9);
          expect(pays(less, more, at)).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
  });

  it('on a figure pays 1 in the mean for whatever rank both versions have, and no more where the new one has the lower one', () => {
    fc.assert(
      fc.property(
        share,
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        (ofNew, one, other) => {
          const [lower, higher] = [Math.min(one, other), Math.max(one, other)];
          const pays = (ofNewRank: number, stableRank: number, at: number) =>
            mean(
              [
                [ofNew, gainsOfRank({ isNew: true, share: ofNew }, ofNewRank)],
                [1 - ofNew, gainsOfRank({ isNew: false, share: ofNew }, stableRank)],
              ],
              at,
            );
          for (const at of [0, 1]) {
            expect(pays(higher, higher, at)).toBeCloseTo(1, 9);
            expect(pays(lower, higher, at)).toBeLessThanOrEqual(1 + 1e-9);
          }
        },
      ),
    );
  });

  it('against a ceiling pays no more than 1 in the mean as long as the rate is not above it', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.9, noNaN: true }), rate, (ceiling, part) => {
        const actual = ceiling * part;
        for (const at of [0, 1, 2]) {
          const pays = mean(
            [
              [actual, gainsOverCeiling(ceiling, true)],
              [1 - actual, gainsOverCeiling(ceiling, false)],
            ],
            at,
          );
          expect(pays).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
  });
});

describe('the ceiling', () => {
  it('is five percent where nothing is known, never under one, and above what was seen', () => {
    expect(ceilingOf({ loads: 0, failures: 0 })).toBeCloseTo(0.05, 2);
    expect(ceilingOf({ loads: 100_000, failures: 0 })).toBe(0.01);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), rate, (loads, part) => {
        const failures = Math.floor(loads * part);
        const ceiling = ceilingOf({ loads, failures });
        expect(ceiling).toBeGreaterThanOrEqual(Math.max(0.01, failures / (loads + 180)));
        expect(ceiling).toBeLessThan(1);
      }),
    );
  });
});

describe('evidence', () => {
  const visit = fc.record({ address: fc.integer({ min: 0, max: 40 }).map(String), isNew: fc.boolean() });
  const addTo = (evidence: Evidence | undefined, { address, isNew }: { address: string; isNew: boolean }) =>
    addGains(evidence, gainsOfFailure({ isNew, share: 0.1 }), address);

  it('without the two addresses that say most is never stronger, and none at all where only they say anything', () => {
    fc.assert(
      fc.property(fc.array(visit, { maxLength: 100 }), fc.array(fc.constantFrom('one', 'two'), { maxLength: 100 }), (visits, liars) => {
        const lies = liars.map((address) => ({ address, isNew: true }));
        const whole = [...lies, ...visits].reduce<Evidence | undefined>(addTo, undefined);
        expect(strengthAmongOthers(whole)).toBeLessThanOrEqual(strengthOf(whole) + 1e-9);
        expect(strengthAmongOthers(lies.reduce<Evidence | undefined>(addTo, undefined))).toBeLessThanOrEqual(1e-3);
      }),
    );
  });

  it('counts for nothing where there is none', () => {
    expect([strengthOf(undefined), strengthAmongOthers(undefined)]).toEqual([0, 0]);
  });
});
