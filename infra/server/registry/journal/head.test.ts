import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { chainOf, exampleRecords } from '../testing/journal-homes.ts';
import { chainStart, type JournalRow, rowHash } from './journal.ts';
import { verifyJournal } from './registry-store.ts';

const count = 12;
const rows = chainOf(exampleRecords(count));
const verify = (stored: readonly JournalRow[]) =>
  verifyJournal({ read: async (afterSeq) => (afterSeq === 0 ? [...stored] : stored.filter(({ seq }) => seq > afterSeq)) });
const rowAt = (at: number) => rows[at] as JournalRow;
const notAsWritten = (seq: number) => new RegExp(`^Record ${seq} of the journal is damaged`);
const missing = (seq: number) => new RegExp(`^Record ${seq} of the journal is missing before record \\d+`);
const anyRow = fc.integer({ min: 0, max: count - 1 });
const twoRows = fc
  .tuple(anyRow, anyRow)
  .filter(([one, other]) => one !== other)
  .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);

it('verifyJournal accepts every beginning of a valid journal', async () => {
  for (let left = 0; left <= count; left++) expect(await verify(rows.slice(0, left))).toMatchObject({ state: { seq: left } });
});

itHolds('verifyJournal finds a removed record', [fc.integer({ min: 0, max: count - 2 })], async (at) => {
  await expect(verify(rows.filter((row) => row !== rowAt(at)))).rejects.toThrow(missing(at + 1));
});

itHolds('verifyJournal finds the first of two exchanged records', [twoRows], async ([one, other]) => {
  const exchanged = rows.with(one, rowAt(other)).with(other, rowAt(one));
  await expect(verify(exchanged)).rejects.toThrow(missing(one + 1));
  // Also if the exchanged records have each other's numbers.
  const numbered = exchanged.map((row, at) => ({ ...row, seq: at + 1 }));
  await expect(verify(numbered)).rejects.toThrow(notAsWritten(one + 1));
});

itHolds('verifyJournal finds a duplicated record', [anyRow], async (at) => {
  const twice = [...rows.slice(0, at + 1), rowAt(at), ...rows.slice(at + 1)];
  await expect(verify(twice)).rejects.toThrow(missing(at + 2));
});

itHolds(
  'verifyJournal finds a record that was altered together with its hash',
  [fc.integer({ min: 0, max: count - 2 }), fc.stringMatching(/^X[a-z]{0,11}$/)],
  async (at, actor) => {
    const forged = { ...rowAt(at), actor };
    const hash = rowHash(at === 0 ? chainStart : rowAt(at - 1).hash, forged);
    await expect(verify(rows.with(at, { ...forged, hash }))).rejects.toThrow(notAsWritten(at + 2));
  },
);
