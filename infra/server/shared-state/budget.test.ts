import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { type Budget, type BudgetRules, refund, type Share, takeFrom, waitFor } from './budget.ts';

const dayMs = 86_400_000;
const rules: BudgetRules[] = [{ capacity: 100 }, { capacity: 100, fillsInMs: 10_000 }];

const step = fc.oneof(
  fc.record({ kind: fc.constant('take' as const), amount: fc.integer({ min: 0, max: 130 }) }),
  fc.record({ kind: fc.constant('return' as const), which: fc.nat(5), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: -2_000, max: 30_000 }) }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: dayMs / 4, max: dayMs }) }),
);

type Step = { kind: 'take'; amount: number } | { kind: 'return'; which: number; part: number } | { kind: 'pass'; ms: number };

function createUse(rule: BudgetRules) {
  const begunAt = dayMs * 1000;
  let budget: Budget = { used: 0, at: 0 };
  let now = begunAt;
  const open: Share[] = [];
  const kept: Share[] = [];
  const play = {
    pass({ ms }: { ms: number }) {
      now = Math.max(0, now + ms);
    },
    take({ amount }: { amount: number }) {
      const used = takeFrom(budget, rule, { amount, at: now });
      if (used) open.push({ amount, at: now });
      budget = used ?? budget;
    },
    return({ which, part }: { which: number; part: number }) {
      const [taking] = open.splice(which % Math.max(1, open.length), 1);
      if (!taking) return;
      budget = refund(budget, rule, [{ ...taking, amount: taking.amount * part }], now);
      kept.push({ ...taking, amount: taking.amount * (1 - part) });
    },
  };
  return {
    play: (step: Step) => play[step.kind](step as never),
    used: () => budget.used,
    /** For a daily budget, only today's sum. */
    held() {
      const since = rule.fillsInMs === undefined ? budget.at - (budget.at % dayMs) : 0;
      return [...open, ...kept].filter(({ at }) => at >= since).reduce((total, { amount }) => total + amount, 0);
    },
    refilled: () => (rule.fillsInMs === undefined ? 0 : (Math.max(0, budget.at - begunAt) * rule.capacity) / rule.fillsInMs),
  };
}

it('a budget never gives more than its capacity, refills and refunds, in any order', () => {
  forAll(fc.constantFrom(...rules), fc.array(step, { maxLength: 60 }), (rule, steps) => {
    const use = createUse(rule);
    for (const one of steps) {
      use.play(one);
      expect(use.used()).toBeGreaterThanOrEqual(0);
      expect(use.used()).toBeLessThanOrEqual(rule.capacity);
      expect(use.held()).toBeLessThanOrEqual(rule.capacity + use.refilled() + 1e-6);
    }
  });
});

it('a budget gives the amount after the named wait, and not before; for more than the capacity, the wait ends with a full budget', () => {
  forAll(fc.constantFrom(...rules), fc.integer({ max: 100, min: 1 }), fc.integer({ max: 100, min: 1 }), (rule, first, next) => {
    const at = dayMs * 3 + 7_000;
    const budget = takeFrom(undefined, rule, { amount: first, at }) as Budget;
    const wait = waitFor(budget, rule, { amount: next, at });
    expect(takeFrom(budget, rule, { amount: next, at: at + wait + 1 })).toBeDefined();
    if (wait > 1) expect(takeFrom(budget, rule, { amount: next, at: at + wait - 1 })).toBeUndefined();
  });
  const [day, filling] = rules as [BudgetRules, BudgetRules];
  const at = 3 * dayMs;
  expect(waitFor(takeFrom(undefined, filling, { amount: 50, at }) as Budget, filling, { amount: 500, at })).toBe(5000);
  expect(waitFor(undefined, day, { amount: 500, at })).toBe(dayMs);
});

it('a day’s budget is full at midnight UTC, and ignores refunds of the day before', () => {
  const [day] = rules as [BudgetRules];
  const late = 5 * dayMs - 1000;
  const empty = takeFrom(undefined, day, { amount: 100, at: late }) as Budget;
  expect([waitFor(empty, day, { amount: 1, at: late }), takeFrom(empty, day, { amount: 1, at: late + 999 })]).toEqual([1000, undefined]);
  const next = takeFrom(empty, day, { amount: 60, at: 5 * dayMs }) as Budget;
  expect(refund(next, day, [{ amount: 100, at: late }], 5 * dayMs).used).toBe(60);
  expect(refund(next, day, [{ amount: 20, at: 5 * dayMs }], 5 * dayMs).used).toBe(40);
});

it('after a clock was set back two days, a day’s budget stays used and an evenly filling budget is full once', () => {
  const [day, filling] = rules as [BudgetRules, BudgetRules];
  const [ahead, now] = [10 * dayMs, 8 * dayMs];
  const [ofDay, evenly] = [day, filling].map((rule) => takeFrom(undefined, rule, { amount: 60, at: ahead }) as Budget) as [Budget, Budget];
  expect(takeFrom(ofDay, day, { amount: 50, at: now })).toBeUndefined();
  const some = takeFrom(ofDay, day, { amount: 40, at: now }) as Budget;
  expect(takeFrom(some, day, { amount: 100, at: now + dayMs })).toBeDefined();
  const all = takeFrom(evenly, filling, { amount: 100, at: now }) as Budget;
  expect(takeFrom(all, filling, { amount: 1, at: now })).toBeUndefined();
});
