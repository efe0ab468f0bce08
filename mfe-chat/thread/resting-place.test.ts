import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { pickFollowing, restingLimit, restingPlace } from './resting-place.ts';

const anyTurn = fc.record({ answerTop: fc.nat(7000), answerHeight: fc.nat(4000) }).map(({ answerTop, answerHeight }) => ({
  answerTop,
  scrollHeight: answerTop + answerHeight,
}));
const anyHeight = fc.integer({ min: 100, max: 1200 });

describe('where a growing answer is read', () => {
  it('is the end of the thread as long as its first words stay in sight', () => {
    const view = { scrollTop: 700, scrollHeight: 1300, clientHeight: 400 };
    expect(restingPlace(view, restingLimit(1060))).toBe(900);
  });

  it('is the place where its first words stand at the top once the answer is longer', () => {
    const view = { scrollTop: 700, scrollHeight: 3000, clientHeight: 400 };
    expect(restingPlace(view, restingLimit(1060))).toBe(1052);
  });

  it('is the end without an answer', () => {
    const view = { scrollTop: 0, scrollHeight: 3000, clientHeight: 400 };
    expect(restingPlace(view, restingLimit(undefined))).toBe(2600);
  });

  it('never pushes the first words out at the top, goes back, or leaves the thread', () => {
    fc.assert(
      fc.property(anyTurn, anyHeight, fc.nat(12_000), ({ scrollHeight, answerTop }, clientHeight, wish) => {
        const end = Math.max(0, scrollHeight - clientHeight);
        const view = { scrollTop: Math.min(wish, end), scrollHeight, clientHeight };
        const place = restingPlace(view, restingLimit(answerTop));
        expect(place).toBeGreaterThanOrEqual(view.scrollTop);
        expect(place).toBeLessThanOrEqual(end);
        if (place > view.scrollTop) expect(place).toBeLessThan(answerTop);
      }),
    );
  });
});

describe('what a move of the visitor’s changes', () => {
  const view = (scrollTop: number) => ({ scrollTop, scrollHeight: 1400, clientHeight: 400 });
  const limit = 980;

  it.each([
    ['a pixel is none', 500, { before: 'beginning', movedPx: 1 }, 'beginning'],
    ['up a little, near the end', 970, { before: 'beginning', movedPx: -10 }, 'nothing'],
    ['down, not to the end', 900, { before: 'nothing', movedPx: 300 }, 'nothing'],
    ['down to near the end', 970, { before: 'nothing', movedPx: 300 }, 'beginning'],
    ['down past the first words', 999, { before: 'beginning', movedPx: 19 }, 'end'],
    ['up to the new end of what grew smaller', 1000, { before: 'end', movedPx: -40 }, 'end'],
  ] as const)('%s', (_, scrollTop, move, after) => expect(pickFollowing(view(scrollTop), { ...move, limit })).toBe(after));
});
