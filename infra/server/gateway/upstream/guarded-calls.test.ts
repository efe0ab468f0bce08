import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createRetryBudget } from './upstream.ts';

describe('a retry budget', () => {
  it('a retry budget has three at the start', () => {
    const budget = createRetryBudget();
    expect([1, 2, 3, 4].map(() => budget.spend())).toEqual([true, true, true, false]);
  });

  it('a retry budget gains one with every fifth call', () => {
    const budget = createRetryBudget();
    while (budget.spend());
    for (let calls = 1; calls <= 4; calls += 1) budget.earn();
    expect(budget.spend()).toBe(false);
    budget.earn();
    expect([budget.spend(), budget.spend()]).toEqual([true, false]);
  });

  it('a retry budget keeps ten at most, however quiet it was', () => {
    const budget = createRetryBudget();
    for (let calls = 0; calls < 1000; calls += 1) budget.earn();
    const taken = Array.from({ length: 20 }, () => budget.spend()).filter(Boolean);
    expect(taken).toHaveLength(10);
  });

  it('a retry budget never gives more than three and a fifth of the calls, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 300 }), (steps) => {
        const budget = createRetryBudget();
        let calls = 0;
        let retries = 0;
        const call = () => {
          budget.earn();
          calls += 1;
        };
        const retry = () => {
          retries += Number(budget.spend());
        };
        for (const isCall of steps) {
          (isCall ? call : retry)();
          expect(retries).toBeLessThanOrEqual(3 + calls / 5);
        }
      }),
    );
  });
});
