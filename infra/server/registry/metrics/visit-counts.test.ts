import { createTurnedClock } from '@enfilade/platform/testing/turned-clock';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createVisitCounts, mostRemembered, noCounts, plus, type VisitOutcome, visitMs } from './counts.ts';

const outcome = fc.record({ visitKey: fc.constantFrom('a', 'b', 'c'), scope: fc.constantFrom('x', 'y'), hasFailed: fc.boolean() });

describe('visits', () => {
  it('count once in each scope, and fail once, in whatever order it is said', () => {
    const count = createVisitCounts(createTurnedClock());
    let run = 0;
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 40 }), (given) => {
        run += 1;
        const ofThisRun = given.map((one) => ({ ...one, visitKey: `${run}-${one.visitKey}` }));
        const nameOf = ({ visitKey, scope }: VisitOutcome) => visitKey + scope;
        const expected = {
          loads: new Set(given.map(nameOf)).size,
          failures: new Set(given.filter(({ hasFailed }) => hasFailed).map(nameOf)).size,
        };
        expect(ofThisRun.map(count).reduce(plus, noCounts)).toEqual(expected);
      }),
    );
  });

  it('that fail after they loaded count as failed at the time of the load', () => {
    const clock = createTurnedClock();
    const count = createVisitCounts(clock);
    const loadedAt = clock.now();
    expect(count({ visitKey: 'a', scope: 'x', hasFailed: false })).toEqual({ loads: 1, failures: 0, loadedAt });
    clock.turn(visitMs - 1);
    expect(count({ visitKey: 'a', scope: 'x', hasFailed: true })).toEqual({ loads: 0, failures: 1, loadedAt });
  });

  it('are forgotten when they are over', () => {
    const clock = createTurnedClock();
    const count = createVisitCounts(clock);
    count({ visitKey: 'a', scope: 'x', hasFailed: true });
    clock.turn(visitMs);
    expect(count({ visitKey: 'a', scope: 'x', hasFailed: true })).toEqual({ loads: 1, failures: 1, loadedAt: clock.now() });
  });

  it('are forgotten when too many others came since, the one heard of last not', () => {
    const count = createVisitCounts(createTurnedClock());
    const say = (visitKey: string) => count({ visitKey, scope: 'x', hasFailed: false }).loads;
    say('early');
    say('faithful');
    for (let index = 0; index < mostRemembered - 1; index++) {
      say(`visit-${index}`);
      if (index === 0) say('faithful');
    }
    expect([say('faithful'), say('early')]).toEqual([0, 1]);
  });
});
