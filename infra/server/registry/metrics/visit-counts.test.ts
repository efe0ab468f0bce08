import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { countOutcome, mostOutcomes, noCounts, type Outcomes, plus } from './counts.ts';

const outcome = fc.record({ scope: fc.constantFrom('x', 'y', 'z'), hasFailed: fc.boolean() });

itHolds(
  'a visit counts once in each scope, and its failure once, whatever the order of the reports',
  [fc.array(outcome, { maxLength: 40 })],
  (given) => {
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
  },
);

it('a failure after a load counts at the time of the load', () => {
  const { outcomes, added } = countOutcome({}, { scope: 'x', hasFailed: false, now: 5 });
  expect(added).toEqual({ loads: 1, failures: 0, loadedAt: 5 });
  expect(countOutcome(outcomes, { scope: 'x', hasFailed: true, now: 9 }).added).toEqual({ loads: 0, failures: 1, loadedAt: 5 });
});

it('a visit counts in at most `mostOutcomes` scopes', () => {
  let outcomes: Outcomes = {};
  for (let at = 0; at < 2 * mostOutcomes; at++) ({ outcomes } = countOutcome(outcomes, { scope: `${at}`, hasFailed: true, now: 1 }));
  expect(Object.keys(outcomes)).toHaveLength(mostOutcomes);
});
