import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createRandom } from '../../kit/testing/create-random.ts';
import { isMicrophoneOpen } from './machine.ts';
import { emptyState, type State } from './reduce.ts';
import { makeEvent } from './testing/any-event.ts';
import { applyAll, applyChecked } from './testing/apply-checked.ts';

describe('the machine, through any events', () => {
  it('breaks no rule for thousands of them in a row, and reaches every phase', () => {
    const random = createRandom(20_261_120);
    const visits = new Map<string, number>();
    let state: State = emptyState;
    let openings = 0;
    const { numRuns = 50 } = fc.readConfigureGlobal();
    for (let count = 0; count < 500 * numRuns; count += 1) {
      state = applyChecked(state, makeEvent([random(), random(), random()], state.turn));
      visits.set(state.phase, (visits.get(state.phase) ?? 0) + 1);
      if (isMicrophoneOpen(state)) openings += 1;
    }
    // A sequence that never leaves the first phase would break no rule.
    expect(visits.size).toBe(8);
    expect(Math.min(...visits.values(), openings)).toBeGreaterThan(numRuns / 2);
  });

  it('breaks no rule in sequences that can be shortened', () => {
    // Evenly spread, which doubles are not.
    const share = fc.nat(999).map((thousandths) => thousandths / 1000);
    fc.assert(
      fc.property(fc.array(fc.tuple(share, share, share), { maxLength: 40 }), (numbers) => {
        applyAll(numbers.map((each) => (turn) => makeEvent(each, turn)));
      }),
    );
  });
});
