import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { type Counts, noCounts, type Tally, withoutWorst } from './counts.ts';
import { failsMoreThanStable, failsTooOften, leastLoads, mustHalt } from './halt-rule.ts';

const most = 2_000;
const counts = fc
  .integer({ min: 0, max: most })
  .chain((loads) => fc.record({ loads: fc.constant(loads), failures: fc.oneof(fc.nat(Math.min(loads, 8)), fc.nat(loads)) }));
const few = fc.integer({ min: 0, max: leastLoads - 1 }).chain((loads) => fc.record({ loads: fc.constant(loads), failures: fc.nat(loads) }));
const rate = ({ loads, failures }: Counts) => failures / loads;

describe('failing too often', () => {
  it.each([
    [50, 1, false],
    [50, 2, true],
    [49, 49, false],
    [99, 2, true],
    [100, 2, false],
    [100, 3, true],
    [1_000, 20, false],
    [1_000, 21, true],
  ])('of %i loads %i failures: %s', (loads, failures, expected) => {
    expect(failsTooOften({ loads, failures })).toBe(expected);
  });

  it('is more than two in a hundred, over fifty loads or more', () => {
    fc.assert(
      fc.property(counts, (given) => {
        expect(failsTooOften(given)).toBe(given.loads >= 50 && given.failures > given.loads / 50);
      }),
    );
  });

  it('never rests on a single failure', () => {
    fc.assert(
      fc.property(fc.nat(most), (loads) => {
        expect(failsTooOften({ loads, failures: 1 })).toBe(false);
      }),
    );
  });
});

describe('failing more than the stable version', () => {
  it.each([
    [{ loads: 200, failures: 3 }, { loads: 200, failures: 1 }, false],
    [{ loads: 200, failures: 4 }, { loads: 200, failures: 1 }, true],
    [{ loads: 1_000, failures: 4 }, { loads: 1_000, failures: 0 }, true],
    [{ loads: 1_000, failures: 3 }, { loads: 1_000, failures: 0 }, false],
    [{ loads: 200, failures: 1 }, { loads: 50, failures: 0 }, false],
    [{ loads: 200, failures: 4 }, { loads: 49, failures: 0 }, false],
    [{ loads: 49, failures: 40 }, { loads: 200, failures: 0 }, false],
  ])('%j beside %j: %s', (rolledOut, stable, expected) => {
    expect(failsMoreThanStable(rolledOut, stable)).toBe(expected);
  });

  it('is a rate more than three times as high, with two failures or more', () => {
    fc.assert(
      fc.property(counts, counts, (rolledOut, given) => {
        const stable = { ...given, failures: Math.max(1, given.failures) };
        const isKnown = rolledOut.loads >= 50 && stable.loads >= 50 && rolledOut.failures >= 2;
        const isSafelyMore = isKnown && rate(rolledOut) > 3 * rate(stable) + 1e-9;
        const isSafelyNot = !isKnown || rate(rolledOut) < 3 * rate(stable) - 1e-9;
        if (isSafelyMore) expect(failsMoreThanStable(rolledOut, stable)).toBe(true);
        if (isSafelyNot) expect(failsMoreThanStable(rolledOut, stable)).toBe(false);
      }),
    );
  });

  it('is never so for a rate that is no higher, and stays so with one more failure', () => {
    fc.assert(
      fc.property(counts, counts, (one, other) => {
        const [less, more] = one.failures * other.loads <= other.failures * one.loads ? [one, other] : [other, one];
        expect(failsMoreThanStable(less, more)).toBe(false);
        const worse = { ...more, failures: more.failures + 1 };
        if (failsMoreThanStable(more, less)) expect(failsMoreThanStable(worse, less)).toBe(true);
      }),
    );
  });
});

/** Counts of which every visit came from an address of its own. */
const spread = (given: Counts): Tally => ({
  ...given,
  from: Array.from({ length: Math.min(16, given.failures) }, (_, at) => [`${at}`, 1, 1]),
});
/** Counts of which every failure came from one address. */
const invented = (given: Counts): Tally => ({ ...given, from: [['liar', given.failures, given.failures]] });

describe('a rollout', () => {
  it('halts for its whole set or for any of its remotes where the others fail, too, and for nothing else', () => {
    const comparison = fc.record({ rolledOut: counts.map(spread), stable: fc.option(counts, { nil: undefined }) });
    const isHalting = (tally: Tally) => {
      const others = withoutWorst(tally);
      return failsTooOften(tally) && others.failures >= 2 && others.failures * 50 > others.loads;
    };
    fc.assert(
      fc.property(counts, fc.array(comparison, { maxLength: 4 }), (whole, remotes) => {
        const total = spread(whole);
        if ([total, ...remotes.map(({ rolledOut }) => rolledOut)].some(isHalting)) expect(mustHalt(total, remotes)).toBe(true);
        const one = remotes.some(({ rolledOut, stable }) => failsTooOften(rolledOut) || (stable && failsMoreThanStable(rolledOut, stable)));
        if (!failsTooOften(whole) && !one) expect(mustHalt(total, remotes)).toBe(false);
      }),
    );
  });

  it('never halts for what one address says', () => {
    fc.assert(
      fc.property(counts, fc.array(fc.record({ rolledOut: counts.map(invented), stable: counts }), { maxLength: 4 }), (whole, remotes) => {
        expect(mustHalt(invented(whole), remotes)).toBe(false);
      }),
    );
  });

  it('runs on while fewer than fifty visits tried it, whatever became of them', () => {
    fc.assert(
      fc.property(few, fc.array(few, { maxLength: 4 }), counts, (whole, remotes, stable) => {
        expect(
          mustHalt(
            spread(whole),
            remotes.map((rolledOut) => ({ rolledOut: spread(rolledOut), stable })),
          ),
        ).toBe(false);
      }),
    );
  });

  it('halts for a screen that few open, though one that all open does well', () => {
    const often = { rolledOut: spread({ loads: 1_000, failures: 0 }), stable: undefined };
    const seldom = { rolledOut: spread({ loads: 60, failures: 5 }), stable: noCounts };
    expect(mustHalt(spread({ loads: 1_000, failures: 5 }), [often])).toBe(false);
    expect(mustHalt(spread({ loads: 1_000, failures: 5 }), [often, seldom])).toBe(true);
  });
});
