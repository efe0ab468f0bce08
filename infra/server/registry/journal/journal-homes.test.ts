import { forAllAsync } from '@enfilade/shared-contracts/kit/testing/for-all';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { ofFile } from '../../database/testing/of-each-test.ts';
import { JournalBrokenError, StoreUnavailableError } from '../state/registry-error.ts';
import { chainOf, createPostgresHome, createSqliteHome, exampleRecords, type JournalHome, publishing } from '../testing/journal-homes.ts';
import { openPostgres } from '../testing/postgres-server.ts';
import { createTickingClock, silentLog } from '../testing/temporary-registry.ts';
import { chainStart, type Journal, type JournalRow, rowHash, SequenceConflictError } from './journal.ts';
import { openRegistryStore, verifyJournal } from './registry-store.ts';

const server = ofFile(openPostgres);

describe.each([
  { name: 'SQLite', create: createSqliteHome },
  { name: 'PostgreSQL', create: () => createPostgresHome(server) },
])('the journal in $name', ({ create }) => {
  let home: JournalHome;
  let journal: Journal;
  beforeEach(async () => {
    home = await create();
    journal = await home.open();
  });
  afterEach(async () => {
    await journal.close();
    await home.end();
  });
  const appendAll = async (rows: readonly JournalRow[]) => {
    for (const row of rows) await journal.append(row);
  };
  const reopen = async () => {
    await journal.close();
    journal = await home.open();
  };
  const insert = ({ seq, at, actor, action, payload, hash }: JournalRow) =>
    home.run('INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)', [seq, at, actor, action, payload, hash]);

  it('the journal returns appended rows in pages, also after reopening', async () => {
    const rows = chainOf(exampleRecords(3));
    await appendAll(rows);
    expect(await journal.read(1, 1)).toEqual([rows[1]]);
    await reopen();
    expect(await journal.read(0, 10)).toEqual(rows);
  });

  it('appending a used number throws SequenceConflictError', async () => {
    const [first] = chainOf(exampleRecords(1)) as [JournalRow];
    await journal.append(first);
    await expect(journal.append({ ...first, actor: 'somebody else' })).rejects.toThrow(SequenceConflictError);
    expect(await journal.read(0, 10)).toEqual([first]);
  });

  it('the database refuses to update or delete journal rows', async () => {
    const rows = chainOf(exampleRecords(2));
    await appendAll(rows);
    for (const sql of ["UPDATE journal SET actor = 'somebody'", 'DELETE FROM journal'])
      await expect(home.run(sql)).rejects.toThrow(/append only/);
    expect(await journal.read(0, 10)).toEqual(rows);
  });

  it('a closed journal refuses reads and appends', async () => {
    await journal.close();
    await expect(appendAll(chainOf(exampleRecords(1)))).rejects.toThrow(/closed/);
    await expect(journal.read(0, 1)).rejects.toThrow(StoreUnavailableError);
    await reopen();
    expect(await journal.read(0, 1)).toEqual([]);
  });

  it('verifyJournal finds any changed character in any column', async () => {
    const rows = chainOf(exampleRecords(5));
    await appendAll(rows);
    await home.dropGuards();
    const column = fc.constantFrom('at' as const, 'actor' as const, 'action' as const, 'payload' as const, 'hash' as const);
    await forAllAsync(fc.constantFrom(...rows), column, fc.nat(), fc.integer({ min: 0x20, max: 0x7e }), async (row, name, where, byte) => {
      const text = row[name];
      const position = where % text.length;
      const changed = text.slice(0, position) + String.fromCharCode(byte) + text.slice(position + 1);
      fc.pre(changed !== text);
      const set = (value: string) => home.run(`UPDATE journal SET ${name} = ? WHERE seq = ?`, [value, row.seq]);
      await set(changed);
      await expect(verifyJournal(journal)).rejects.toThrow(new RegExp(`^Record ${row.seq} of the journal is damaged`));
      await set(text);
    });
    expect(await verifyJournal(journal)).toMatchObject({ state: { seq: 5 } });
  });

  it('a journal without its last records is valid and can be continued', async () => {
    const rows = chainOf(exampleRecords(5));
    await appendAll(rows);
    await home.dropGuards();
    for (let left = 4; left >= 1; left--) {
      await home.run(`DELETE FROM journal WHERE seq > ${left}`);
      expect(await verifyJournal(journal)).toMatchObject({ hash: rows[left - 1]?.hash, state: { seq: left } });
    }
    const store = await openRegistryStore({ journal, clock: createTickingClock(), log: silentLog });
    await store.commit('tests', () => publishing('1.1.0'));
    expect(await verifyJournal(journal)).toMatchObject({ state: { seq: 2 } });
  });

  it('fifty simultaneous changes of one process are recorded one after the other', async () => {
    const store = await openRegistryStore({ journal, clock: createTickingClock(), log: silentLog });
    await Promise.all(Array.from({ length: 50 }, (_, patch) => store.commit('tests', () => publishing(`1.0.${patch}`))));
    expect(await verifyJournal(journal)).toMatchObject({ state: { seq: 50 } });
    expect((await openRegistryStore({ journal, clock: createTickingClock(), log: silentLog })).state()).toEqual(store.state());
  });

  it('records of a newer release are skipped with a warning, and their hashes are verified', async () => {
    const [first, second] = chainOf(exampleRecords(2)) as [JournalRow, JournalRow];
    await journal.append(first);
    const sold = { ...second, action: 'museum-sold' };
    await journal.append({ ...sold, hash: rowHash(first.hash, sold) });
    const warned: string[] = [];
    const log = { ...silentLog, warn: (_: object, message: string) => void warned.push(message) };
    const store = await openRegistryStore({ journal, clock: createTickingClock(), log });
    expect(warned).toEqual([expect.stringMatching(/wrote records that this version ignores: upgrade this gateway/)]);
    await store.commit('tests', () => publishing('2.0.0'));
    expect(await verifyJournal(journal)).toMatchObject({ state: { seq: 3 }, unknown: 1 });
    const [, , third] = await journal.read(0, 10);
    await insert({ ...sold, seq: 4, hash: rowHash(third?.hash ?? '', { ...sold, seq: 4 }) });
    await store.commit('tests', () => publishing('2.1.0'));
    expect([store.state().seq, warned.length]).toEqual([5, 2]);
    await insert({ ...sold, seq: 6, payload: '{"forged":true}' });
    await expect(verifyJournal(journal)).rejects.toThrow(/Record 6 of the journal is damaged/);
  });

  const [published] = exampleRecords(1);
  it.each([
    { what: 'invalid JSON as payload', row: { payload: '{' }, message: /Record 1 of the journal is not valid/ },
    { what: 'a gap', row: { seq: 2 }, message: /Record 1 of the journal is missing/ },
  ])('opening a journal with $what fails and names the record', async ({ row, message }) => {
    await home.dropGuards();
    const columns = { at: '', actor: 'tests', action: '', ...published, payload: JSON.stringify(published?.payload), seq: 1, ...row };
    await insert({ ...columns, hash: rowHash(chainStart, columns) });
    const opening = openRegistryStore({ journal, clock: createTickingClock(), log: silentLog });
    await expect(opening).rejects.toThrow(JournalBrokenError);
    await expect(opening).rejects.toThrow(message);
  });
});
