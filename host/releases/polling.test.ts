import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { checkIntervalMs, startPolling } from './release-updater.ts';

function open({ random = () => 0.5, answers = () => Promise.resolve() }: { random?(): number; answers?(): Promise<void> } = {}) {
  const clock = createHandClock();
  const network = new EventTarget();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const checkedAt: number[] = [];
  const check = () => {
    checkedAt.push(clock.now());
    return answers();
  };
  startPolling({ page, network, clock, random, check });
  return {
    clock,
    checkedAt,
    network: () => network.dispatchEvent(new Event('online')),
    show(state: DocumentVisibilityState) {
      page.visibilityState = state;
      page.dispatchEvent(new Event('visibilitychange'));
    },
    /** Second by second, with everything that follows from it. */
    async pass(milliseconds: number) {
      for (let passed = 0; passed < milliseconds; passed += 1_000) {
        clock.pass(1_000);
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
  };
}

it('an open page checks for a set every 25 to 30 s, for any random numbers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }), async (chances) => {
      let next = 0;
      const { pass, checkedAt } = open({ random: () => chances[next++ % chances.length] ?? 0 });
      await pass(120_000);
      const waits = checkedAt.map((at, index) => at - (checkedAt[index - 1] ?? 0));
      expect(waits.length).toBeGreaterThanOrEqual(4);
      for (const wait of waits) {
        expect(wait).toBeGreaterThanOrEqual(checkIntervalMs.least);
        expect(wait).toBeLessThanOrEqual(checkIntervalMs.most);
      }
    }),
    { numRuns: 10 },
  );
});

it('an open page checks at once when visible or online again, and never while hidden', async () => {
  const { pass, checkedAt, show, network, clock } = open();
  show('hidden');
  expect(clock.waiting()).toBe(0);
  network();
  await pass(90_000);
  expect(checkedAt).toEqual([]);
  show('visible');
  expect(checkedAt).toEqual([90_000]);
  await pass(10_000);
  network();
  expect(checkedAt).toEqual([90_000, 100_000]);
  expect(clock.waiting()).toBe(1);
});

it('an open page sends one check at a time, and continues after the response', async () => {
  let answer = () => {};
  const { pass, checkedAt, network } = open({ answers: () => new Promise((resolve) => (answer = resolve)) });
  network();
  network();
  await pass(60_000);
  expect(checkedAt).toEqual([0]);
  answer();
  await pass(30_000);
  expect(checkedAt).toHaveLength(2);
});

it('an open page continues to check after a failure', async () => {
  const { pass, checkedAt } = open({ answers: () => Promise.reject(new Error('down')) });
  await pass(60_000);
  expect(checkedAt).toEqual([28_000, 56_000]);
});
