import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { isInShare, rolloutBucket } from './choose-versions.ts';

const rolloutId = '6f1c1f8e-4c1b-4a6e-9d53-0a5d2f1c7b10';
const visitorCount = 20_000;
const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);

describe('a share of the visitors', () => {
  it.each([0.01, 0.07, 0.5, 1, 5, 10, 29.29, 33.33, 50, 66.6, 90, 99.99])('is what was ordered, to half a percent, at %s %%', (ordered) => {
    let served = 0;
    for (let visitor = 0; visitor < visitorCount; visitor++) if (isInShare(ordered, `visitor-${visitor}`, rolloutId)) served++;
    expect(Math.abs((served / visitorCount) * 100 - ordered)).toBeLessThanOrEqual(0.5);
  });

  it('has no visitor at 0 and every visitor at 100, known or not', () => {
    fc.assert(
      fc.property(fc.option(fc.string(), { nil: undefined }), fc.uuid(), (visitor, rollout) => {
        expect([isInShare(0, visitor, rollout), isInShare(100, visitor, rollout)]).toEqual([false, true]);
      }),
    );
  });

  it('has no unknown visitor, unless it is 100', () => {
    fc.assert(
      fc.property(percent, fc.uuid(), (ordered, rollout) => {
        expect(isInShare(ordered, undefined, rollout)).toBe(ordered === 100);
      }),
    );
  });

  it('loses no visitor when it grows, and gains none when it shrinks', () => {
    fc.assert(
      fc.property(percent, percent, fc.string(), fc.uuid(), (one, other, visitor, rollout) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        expect(isInShare(less, visitor, rollout) && !isInShare(more, visitor, rollout)).toBe(false);
      }),
    );
  });

  it('ends exactly below the visitor whose number is the percentage', () => {
    fc.assert(
      fc.property(fc.string(), fc.uuid(), (visitor, rollout) => {
        const number = rolloutBucket(visitor, rollout);
        expect(Number.isInteger(number) && number >= 0 && number <= 9_999).toBe(true);
        expect(isInShare(number / 100, visitor, rollout)).toBe(false);
        expect(isInShare((number + 1) / 100, visitor, rollout)).toBe(true);
      }),
    );
  });

  it('is another one in every rollout', () => {
    const other = '0b9c8d4e-90f2-4f2b-8a0e-6d0c6f6f0a77';
    const visitors = Array.from({ length: visitorCount }, (_, at) => `visitor-${at}`);
    const both = visitors.filter((visitor) => isInShare(50, visitor, rolloutId) && isInShare(50, visitor, other));
    expect(Math.abs((both.length / visitorCount) * 100 - 25)).toBeLessThanOrEqual(0.5);
  });

  it('gives a visitor the same number on every machine', () => {
    expect(rolloutBucket('visitor-1', rolloutId)).toBe(655);
  });
});
