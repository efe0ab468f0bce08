import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { loadEarlier, loadNewest } from './use-audit-log.ts';

/** A registry's answers: of the next 1,000 records those that may be seen, at most 200. */
const logOf = (numbers: readonly number[]) => async (after: number) => {
  const seen = numbers.filter((seq) => seq > after && seq <= after + 1_000);
  const records = seen
    .slice(0, 200)
    .map((seq) => ({ seq, at: '2026-11-22T03:00:00.000Z', actor: 'local', action: 'pin-set', payload: {}, hash: '' }));
  const next = seen.length > 200 ? records.at(-1)?.seq : after + 1_000;
  return { records, ...(next !== undefined && next < 3_000 && { next }) };
};
const seqs = (records: readonly { seq: number }[]) => records.map(({ seq }) => seq);

const logArbitrary = fc
  .uniqueArray(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 900 })
  .map((numbers) => numbers.sort((a, b) => a - b));

describe('the audit trail', () => {
  it('is read from its end to its beginning, every record once, wherever the reading starts', async () => {
    await fc.assert(
      fc.asyncProperty(logArbitrary, fc.nat(), async (numbers, start) => {
        const near = numbers[start % numbers.length] ?? 1;
        const first = await loadNewest(logOf(numbers), near, 20);
        const read = seqs(first.records);
        let { before } = first;
        while (before !== undefined) {
          const part = await loadEarlier(logOf(numbers), before, 20);
          read.push(...seqs(part.records));
          before = part.before;
        }
        expect(read).toEqual([...numbers].reverse());
      }),
    );
  });

  it('asks a bounded number of times for one "more", however quiet a museum was', async () => {
    let asked = 0;
    const quiet = async () => {
      asked += 1;
      return { records: [] };
    };
    const { before } = await loadEarlier(quiet, 100_000, 20);
    expect(asked).toBeLessThanOrEqual(10);
    expect(before).toBeGreaterThan(1);
  });
});
