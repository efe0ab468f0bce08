import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { addressesOfOne, addToTally, countOutcome, mostOutcomes, noCounts, noTally, type Outcomes, plus, withoutWorst } from './counts.ts';

const outcome = fc.record({ scope: fc.constantFrom('x', 'y', 'z'), hasFailed: fc.boolean() });

describe('a visit', () => {
  it('counts once in each scope, and fails once, in whatever order it is said', () => {
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 40 }), (given) => {
        let outcomes: Outcomes = {};
        let sum = noCounts;
        for (const one of given) {
          const counted = countOutcome(outcomes, { ...one, now: 1 });
          ({ outcomes } = counted);
          sum = plus(sum, counted.added);
        }
        expect(sum).toEqual({
          loads: new Set(given.map(({ scope }) => scope)).size,
          failures: new Set(given.filter(({ hasFailed }) => hasFailed).map(({ scope }) => scope)).size,
        });
      }),
    );
  });

  it('that fails after it loaded counts as failed at the time of the load', () => {
    const { outcomes, added } = countOutcome({}, { scope: 'x', hasFailed: false, now: 5 });
    expect(added).toEqual({ loads: 1, failures: 0, loadedAt: 5 });
    expect(countOutcome(outcomes, { scope: 'x', hasFailed: true, now: 9 }).added).toEqual({ loads: 0, failures: 1, loadedAt: 5 });
  });

  it('counts in some scopes, not in any number of them', () => {
    let outcomes: Outcomes = {};
    for (let at = 0; at < 2 * mostOutcomes; at++) ({ outcomes } = countOutcome(outcomes, { scope: `${at}`, hasFailed: true, now: 1 }));
    expect(Object.keys(outcomes)).toHaveLength(mostOutcomes);
  });
});

describe('counts without the worst addresses', () => {
  const visit = fc.record({ address: fc.integer({ min: 0, max: 30 }).map(String), hasFailed: fc.boolean() });
  const addTo = (tally: typeof noTally, { address, hasFailed }: { address: string; hasFailed: boolean }) =>
    addToTally(tally, { loads: 1, failures: hasFailed ? 1 : 0 }, address);

  it('are never more, and never say that one client failed that only two addresses told of', () => {
    fc.assert(
      fc.property(fc.array(visit, { maxLength: 200 }), fc.array(fc.constantFrom('one', 'two'), { maxLength: 100 }), (visits, liars) => {
        const honest = visits.map(({ address }) => ({ address, hasFailed: false }));
        const lies = liars.map((address) => ({ address, hasFailed: true }));
        const whole = [...honest, ...lies, ...visits].reduce(addTo, noTally);
        const others = withoutWorst(whole);
        expect(others.failures).toBeLessThanOrEqual(whole.failures);
        expect(others.failures).toBeLessThanOrEqual(others.loads);
        expect(others.failures).toBeGreaterThanOrEqual(0);
        expect(withoutWorst([...honest, ...lies].reduce(addTo, noTally)).failures).toBe(0);
      }),
    );
  });

  it('are all but those of the two with most failures', () => {
    const tally = ['a', 'a', 'a', 'b', 'b', 'c'].map((address) => ({ address, hasFailed: true })).reduce(addTo, noTally);
    expect(addressesOfOne).toBe(2);
    expect(withoutWorst(addTo(tally, { address: 'd', hasFailed: false }))).toEqual({ loads: 2, failures: 1 });
  });
});
