import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { isMicrophoneOpen } from './call-state.ts';
import { initialState, type MachineState } from './machine-state.ts';
import { createRandom, makeEvent } from './testing/any-event.ts';
import { walk, walkAll } from './testing/walk.ts';

describe('the machine, through any events', () => {
  it('keeps every law for a million of them', () => {
    const random = createRandom(20_261_120);
    const visits = new Map<string, number>();
    let state: MachineState = initialState;
    let openings = 0;
    for (let count = 0; count < 1_000_000; count += 1) {
      state = walk(state, makeEvent([random(), random(), random()], state.turn));
      visits.set(state.phase, (visits.get(state.phase) ?? 0) + 1);
      if (isMicrophoneOpen(state)) openings += 1;
    }
    // A walk that never gets anywhere would keep every law.
    expect(visits.size).toBe(8);
    expect(Math.min(...visits.values(), openings)).toBeGreaterThan(1000);
  });

  it('keeps every law in sequences that can be shortened', () => {
    // Evenly spread, which doubles are not.
    const share = fc.nat(999).map((thousandths) => thousandths / 1000);
    fc.assert(
      fc.property(fc.array(fc.tuple(share, share, share), { maxLength: 40 }), (numbers) => {
        walkAll(numbers.map((each) => (turn) => makeEvent(each, turn)));
      }),
      { numRuns: process.env['THOROUGH'] ? 10_000 : 2_000 },
    );
  });
});
