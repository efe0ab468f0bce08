import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { SampleQueue } from './processors.ts';

const step = fc.record({ pushed: fc.nat(40_000), shifted: fc.nat(30_000) });

it('A sample queue returns all samples in order, however far ahead the sender is', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
      const queue = new SampleQueue();
      let [given, got] = [0, 0];
      for (const { pushed, shifted } of steps) {
        queue.push(Int16Array.from({ length: pushed }, () => given++ % 30_000));
        const due = Math.min(shifted, given - got);
        const samples = Array.from({ length: due }, () => queue.shift() * 32_768);
        expect(samples.every((sample, at) => sample === (got + at) % 30_000)).toBe(true);
        got += due;
        expect(queue.length).toBe(given - got);
      }
    }),
    // A run moves up to 400,000 samples.
    { numRuns: 20 },
  );
});

it('A sample queue fades the next samples out when the rest is dropped, and returns silence when empty', () => {
  const queue = new SampleQueue();
  queue.push(new Int16Array(1_000).fill(16_384));
  queue.cutAfter(4);
  expect([queue.shift(), queue.shift(), queue.shift(), queue.shift(), queue.shift(), queue.length]).toEqual([0.375, 0.25, 0.125, 0, 0, 0]);
});
