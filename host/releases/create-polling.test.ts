import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { pollMs, startPolling } from './create-polling.ts';

function open({ random = () => 0.5, answers = () => Promise.resolve() }: { random?(): number; answers?(): Promise<void> } = {}) {
  const clock = createHandClock();
  const network = new EventTarget();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const askedAt: number[] = [];
  const ask = () => {
    askedAt.push(clock.now());
    return answers();
  };
  const end = startPolling({ page: page as unknown as Document, network, clock, random, ask });
  return {
    clock,
    askedAt,
    end,
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

describe('an open page', () => {
  it('asks every 25 to 30 seconds, whatever chance says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }), async (chances) => {
        let next = 0;
        const { pass, askedAt, end } = open({ random: () => chances[next++ % chances.length] ?? 0 });
        await pass(120_000);
        end();
        const waits = askedAt.map((at, index) => at - (askedAt[index - 1] ?? 0));
        expect(waits.length).toBeGreaterThanOrEqual(4);
        for (const wait of waits) {
          expect(wait).toBeGreaterThanOrEqual(pollMs.least);
          expect(wait).toBeLessThanOrEqual(pollMs.most);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('asks at once when it is seen again or the network is back, and never while it is hidden', async () => {
    const { pass, askedAt, show, network, clock } = open();
    show('hidden');
    expect(clock.waiting()).toBe(0);
    network();
    await pass(90_000);
    expect(askedAt).toEqual([]);
    show('visible');
    expect(askedAt).toEqual([90_000]);
    await pass(10_000);
    network();
    expect(askedAt).toEqual([90_000, 100_000]);
    expect(clock.waiting()).toBe(1);
  });

  it('asks one thing at a time, and goes on by itself when the answer has come', async () => {
    let answer = () => {};
    const { pass, askedAt, network } = open({ answers: () => new Promise((resolve) => (answer = resolve)) });
    network();
    network();
    await pass(60_000);
    expect(askedAt).toEqual([0]);
    answer();
    await pass(30_000);
    expect(askedAt).toHaveLength(2);
  });

  it('asks sooner after a failure, ever later while it lasts, and never later than usual', async () => {
    let isDown = true;
    const { pass, askedAt } = open({ answers: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve()) });
    await pass(100_000);
    expect(askedAt.map((at, index) => at - (askedAt[index - 1] ?? 0))).toEqual([28_000, 5_000, 10_000, 20_000, 28_000]);
    isDown = false;
    await pass(60_000);
    isDown = true;
    const before = askedAt.length;
    await pass(40_000);
    expect((askedAt[before + 1] ?? 0) - (askedAt[before] ?? 0)).toBe(5_000);
  });

  it('that ends leaves no alarm and hears nothing', async () => {
    const { pass, askedAt, end, network, show, clock } = open();
    end();
    expect(clock.waiting()).toBe(0);
    network();
    show('visible');
    await pass(60_000);
    expect([askedAt, clock.waiting()]).toEqual([[], 0]);
  });
});
