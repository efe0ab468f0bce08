import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { fastestMs, msPerCharacter, slowestMs, typeFor } from './use-typing.ts';

const anyLength = fc.nat(2000);
const anyTime = fc.double({ min: 0, max: 20_000, noNaN: true });
/** Sums of fractions of a millisecond. */
const tolerance = 1e-6;

it('Typing gets faster with the reserve, from 42 ms a character to 12 ms at 150 characters in reserve', () => {
  expect([0, 75, 150, 5000].map(msPerCharacter)).toEqual([42, 27, 12, 12]);
  forAll(fc.integer({ min: -10, max: 10_000 }), (reserve) => {
    const ms = msPerCharacter(reserve);
    expect(ms).toBeGreaterThanOrEqual(fastestMs);
    expect(ms).toBeLessThanOrEqual(slowestMs);
    expect(msPerCharacter(reserve + 1)).toBeLessThanOrEqual(ms);
  });
});

it.each([
  ['shows no part of a character', 41, { shown: 0, arrived: 1 }, { shown: 0, spentMs: 0 }],
  ['shows a character', 42, { shown: 0, arrived: 1 }, { shown: 1, spentMs: 42 }],
  ['shows several characters of a reserve', 30, { shown: 0, arrived: 1000 }, { shown: 2, spentMs: 24 }],
  ['is not saved while typing waits', 5000, { shown: 9, arrived: 9 }, { shown: 9, spentMs: 5000 }],
  ['shows nothing if the clock is set back', -5000, { shown: 3, arrived: 9 }, { shown: 3, spentMs: -5000 }],
])('Elapsed time %s', (_, elapsedMs, text, typed) => expect(typeFor(elapsedMs, text)).toEqual(typed));

it('Typing never goes back, shows only what has arrived, and takes 12 to 42 ms a character', () => {
  forAll(anyTime, anyLength, anyLength, (elapsedMs, shown, more) => {
    const typed = typeFor(elapsedMs, { shown, arrived: shown + more });
    const added = typed.shown - shown;
    expect(added).toBeGreaterThanOrEqual(0);
    expect(added).toBeLessThanOrEqual(more);
    expect(typed.spentMs).toBeLessThanOrEqual(elapsedMs);
    if (added < more) {
      expect(typed.spentMs).toBeGreaterThanOrEqual(added * fastestMs - tolerance);
      expect(typed.spentMs).toBeLessThanOrEqual(added * slowestMs + tolerance);
      expect(elapsedMs - typed.spentMs).toBeLessThan(slowestMs);
    }
  });
});

it('A shorter text shows no more characters than it has', () => {
  fc.assert(fc.property(anyTime, anyLength, (elapsedMs, arrived) => typeFor(elapsedMs, { shown: arrived + 1, arrived }).shown === arrived));
});

it('Many steps show as many characters as one long step', () => {
  forAll(fc.array(fc.nat(200), { minLength: 1, maxLength: 40 }), anyLength, (steps, arrived) => {
    let [shown, leftMs] = [0, 0];
    for (const step of steps) {
      const typed = typeFor(leftMs + step, { shown, arrived });
      leftMs += step - typed.spentMs;
      shown = typed.shown;
    }
    const atOnce = typeFor(
      steps.reduce((sum, step) => sum + step, 0),
      { shown: 0, arrived },
    );
    // A fraction of a millisecond may be rounded to either side of a character.
    expect(Math.abs(shown - atOnce.shown)).toBeLessThanOrEqual(1);
  });
});
