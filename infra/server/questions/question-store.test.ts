import { readdir, readFile } from 'node:fs/promises';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { createTurnableClock, type TurnableClock } from '@enfilade/shared-contracts/kit/testing/turnable-clock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { openSiteDatabase } from '../database/open-database.ts';
import { rowSchemaOf, type SiteDatabase, selectFrom } from '../database/site-database.ts';
import { folderOfEachTest } from '../database/testing/of-each-test.ts';
import { StoreUnavailableError } from '../registry/state/registry-error.ts';
import { openPostgres, type PostgresServer } from '../registry/testing/postgres-server.ts';
import { silentLog } from '../registry/testing/temporary-registry.ts';
import { createQuestionStore, groupRows, keptDays, leastVisits, mostRows, type QuestionRow, type QuestionStore } from './question-store.ts';

const museum = 'a'.repeat(24);
const other = 'b'.repeat(24);
const dayMs = 24 * 60 * 60_000;
const hashOf = (letters: string) => letters.repeat(32).slice(0, 32);

function rowWith(change: Partial<QuestionRow> = {}): QuestionRow {
  return {
    ...{ museum, question: hashOf('1'), visit: 'visit-1', reason: 'no-passage', language: 'en', exhibition: 'e'.repeat(24) },
    ...{ document: 'museums/mill/knowledge/en/wheel.md', stems: 'price ticket', words: null, sentences: null, ...change },
  };
}
const visits = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `visit-${from + at}`);

let server: PostgresServer;
const folder = folderOfEachTest();
beforeAll(async () => {
  server = await openPostgres();
});
afterAll(() => server.end());

describe.each<[string, () => Promise<string | undefined>]>([
  ['SQLite', async () => undefined],
  ['PostgreSQL', () => server.createDatabase()],
])('questions in %s', (engine, createDatabase) => {
  let open: () => Promise<SiteDatabase>;
  let database: SiteDatabase;
  let clock: TurnableClock;
  let store: QuestionStore;
  beforeEach(async () => {
    const databaseUrl = await createDatabase();
    clock = createTurnableClock();
    open = () => openSiteDatabase({ dataDir: folder(), databaseUrl }, silentLog);
    database = await open();
    store = createQuestionStore(database, clock);
  });
  afterEach(() => database.close());
  const addAll = async (rows: readonly QuestionRow[]) => {
    for (const row of rows) await store.add(row);
  };
  const addVisits = (count: number = leastVisits) => addAll(visits(count).map((visit) => rowWith({ visit })));
  const stored = () => database.query(`${selectFrom('questions')} ORDER BY visit`);

  it('list returns a question once five different visits asked the question', async () => {
    const four = visits(leastVisits - 1).map((visit) => rowWith({ visit }));
    await addAll([...four, ...four, ...four.map((row) => ({ ...row, reason: 'rated-down' as const }))]);
    expect(await store.list(museum)).toEqual([]);
    await store.add(rowWith({ visit: 'visit-9', exhibition: 'f'.repeat(24) }));
    expect(await store.list(museum)).toEqual([
      {
        ...{ id: hashOf('1'), language: 'en', stems: ['price', 'ticket'], document: 'museums/mill/knowledge/en/wheel.md', visits: 5 },
        reasons: [
          { reason: 'no-passage', visits: 5 },
          { reason: 'rated-down', visits: 4 },
        ],
        exhibitions: expect.arrayContaining([
          { exhibitionId: 'e'.repeat(24), visits: 4 },
          { exhibitionId: 'f'.repeat(24), visits: 1 },
        ]),
        ...{ words: [], sentences: [], lastDay: new Date(clock.now()).toISOString().slice(0, 10) },
      },
    ]);
    expect(await store.list(other)).toEqual([]);
  });

  it('the stems of a question are stored only from the fifth visit on', async () => {
    await addVisits(leastVisits - 1);
    expect(JSON.stringify(await stored())).not.toMatch(/ticket|price/);
    await store.add(rowWith({ visit: 'visit-9' }));
    expect(JSON.stringify(await stored())).toMatch(/price ticket/);
  });

  it('list returns stored words and dropped sentences unchanged', async () => {
    const words = '=1+1 "é" 🙂 <b>\u2028';
    const sentences = JSON.stringify([{ reason: 'number', text: 'It was built in 1805.' }]);
    await addAll(visits(leastVisits).map((visit, at) => rowWith({ visit, reason: 'dropped', ...(at === 0 && { words, sentences }) })));
    expect(await store.list(museum)).toMatchObject([{ words: [words], sentences: [{ reason: 'number', text: 'It was built in 1805.' }] }]);
  });

  it('list skips rows with a reason or language of a later release, and the rows stay stored', async () => {
    await addVisits();
    for (const change of [{ reason: 'of-a-later-release' as 'dropped' }, { language: 'it' as 'en' }])
      await addAll(visits(leastVisits).map((visit) => rowWith({ visit, question: hashOf('2'), ...change })));
    expect((await store.list(museum)).map(({ id }) => id)).toEqual([hashOf('1')]);
    const rows = await stored();
    expect([rows.length, rows.every((row) => rowSchemaOf('questions').safeParse(row).success)]).toEqual([3 * leastVisits, true]);
  });

  it(`prune deletes questions after ${keptDays} days`, async () => {
    await addVisits();
    clock.turn(keptDays * dayMs);
    expect(await store.list(museum)).toHaveLength(1);
    clock.turn(dayMs);
    await store.prune();
    expect(await stored()).toEqual([]);
  });

  it('questions are deleted in time even if the clock was set back', async () => {
    await addVisits();
    clock.turn(-400 * dayMs);
    expect(await store.list(museum)).toHaveLength(1);
    clock.turn((keptDays + 1) * dayMs);
    expect(await store.list(museum)).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  it('erase deletes one question or all questions of a museum, and remove deletes one visit’s question', async () => {
    for (const where of [museum, other])
      for (const letter of ['1', '2'])
        await addAll(visits(leastVisits).map((visit) => rowWith({ museum: where, question: hashOf(where[0] + letter), visit })));
    await store.erase(museum, hashOf('a1'));
    expect((await store.list(museum)).map(({ id }) => id)).toEqual([hashOf('a2')]);
    // Naming another museum's question deletes nothing.
    await store.erase(museum, hashOf('b1'));
    expect(await store.list(other)).toHaveLength(2);
    await store.erase(museum);
    expect([await store.list(museum), (await store.list(other)).length]).toEqual([[], 2]);
    await store.remove(rowWith({ question: hashOf('b1'), visit: 'visit-0' }));
    expect(await store.list(other)).toHaveLength(1);
  });

  it('questions survive a restart, and a closed database throws StoreUnavailableError', async () => {
    await addVisits();
    await database.close();
    await expect(store.list(museum)).rejects.toThrow(StoreUnavailableError);
    database = await open();
    store = createQuestionStore(database, clock);
    expect(await store.list(museum)).toHaveLength(1);
  });

  it(`a museum keeps up to ${mostRows} rows: the oldest rows are deleted, and questions that five visits share stay`, async () => {
    await addVisits();
    // 10,000 calls of `add` would be slow.
    const values = Array.from({ length: 10_000 }, (_, at) => `('${museum}', 'q${at}', 'v', 'no-passage', 'en', 'e', '', '2099-01-01')`);
    const columns = '(museum, question, visit, reason, language, exhibition, document, day)';
    await database.query(`INSERT INTO questions ${columns} VALUES ${values.join(', ')}`);
    await store.add(rowWith({ question: hashOf('f'), visit: 'late' }));
    expect(await stored()).toHaveLength(mostRows);
    expect(await store.list(museum)).toHaveLength(1);
  });

  if (engine === 'SQLite')
    it('no file of the database contains an erased question', async () => {
      await store.add(rowWith({ words: 'the secret of the miller' }));
      await store.erase(museum);
      const files = await Promise.all((await readdir(folder())).map((file) => readFile(folder(file), 'latin1')));
      expect(files.join('')).not.toContain('secret');
    });
});

it('groupRows returns the questions of at least five visits and counts each visit once', () => {
  const row = fc.record({
    ...{ museum: fc.constant(museum), question: fc.constantFrom('1', '2'), visit: fc.nat(8).map(String) },
    language: fc.constant('en' as const),
    ...{ reason: fc.constantFrom('no-passage' as const, 'rated-down' as const), exhibition: fc.constantFrom('e', 'f') },
    ...{ document: fc.constantFrom('', 'd'), day: fc.constant('2026-01-01'), stems: fc.constantFrom(null, 'a b') },
    ...{ words: fc.option(fc.string()), sentences: fc.option(fc.string()) },
  });
  forAll(fc.array(row, { maxLength: 60 }), (rows) => {
    const countOf = (id: string) => new Set(rows.filter(({ question }) => question === id).map(({ visit }) => visit)).size;
    const expected = ['1', '2'].filter((id) => countOf(id) >= leastVisits).map((id) => [id, countOf(id)] as const);
    const groups = groupRows(rows);
    expect(new Map(groups.map(({ id, visits: count }) => [id, count]))).toEqual(new Map(expected));
    for (const { visits: all, reasons, exhibitions } of groups)
      for (const one of [...reasons, ...exhibitions]) expect(one.visits).toBeLessThanOrEqual(all);
  });
});
