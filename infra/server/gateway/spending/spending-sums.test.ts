import { setImmediate } from 'node:timers/promises';
import { createTurnedClock } from '@enfilade/platform/testing/turned-clock';
import { afterEach, expect, it } from '@rstest/core';
import { openTestDatabase } from '../../database/testing/test-database.ts';
import { createLog } from '../../http/create-log.ts';
import { createSpendingSums } from './spending-sums.ts';

const cent = 1_000_000;
const hourMs = 3_600_000;

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
afterEach(() => opened.end());

async function openStage() {
  const clock = createTurnedClock(Date.parse('2026-02-28T23:30:00Z'));
  opened = await openTestDatabase();
  const database = { ...opened.database };
  const logged: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => void logged.push(line) } });
  const open = () => createSpendingSums({ database, clock, log });
  return { clock, database, logged, open, sums: open() };
}

it('spending sums are kept by day and museum, and for the whole site, less refunds, for 13 months', async () => {
  const { clock, open, sums } = await openStage();
  sums.add('belmonte', 'chat', 3 * cent);
  sums.add('*', 'voice', cent / 2);
  await sums.close();
  clock.turn(hourMs);
  const other = open();
  other.add('belmonte', 'chat', 2 * cent);
  other.add('cathedral', 'speech', cent);
  other.add('belmonte', 'chat', -cent);
  await other.close();
  expect(await sums.of('belmonte')).toEqual([
    { day: '2026-02-28', cents: 3, work: { chat: 3 } },
    { day: '2026-03-01', cents: 1, work: { chat: 1 } },
  ]);
  expect(await sums.of('*')).toEqual([
    { day: '2026-02-28', cents: 3.5, work: { chat: 3, voice: 0.5 } },
    { day: '2026-03-01', cents: 2, work: { chat: 1, speech: 1 } },
  ]);
  expect(await sums.of('nobody')).toEqual([]);
  clock.turn(380 * 24 * hourMs);
  expect(await sums.of('belmonte')).toEqual([{ day: '2026-03-01', cents: 1, work: { chat: 1 } }]);
});

it('spending that cannot be stored is logged once and stored later', async () => {
  const { clock, database, logged, sums } = await openStage();
  const { transaction } = database;
  database.transaction = () => Promise.reject(new Error('The database does not answer.'));
  for (let time = 0; time < 3; time++) {
    sums.add('belmonte', 'chat', cent);
    clock.turn(1_000);
    await setImmediate();
  }
  expect(logged).toHaveLength(1);
  database.transaction = transaction;
  clock.turn(1_000);
  await setImmediate();
  expect(await sums.of('belmonte')).toEqual([{ day: '2026-02-28', cents: 3, work: { chat: 3 } }]);
});

it('closing stores spending that a failed write left, and starts no write afterwards', async () => {
  const { clock, database, sums } = await openStage();
  const { transaction } = database;
  let fail = () => {};
  database.transaction = () => new Promise((_, reject) => (fail = () => reject(new Error('The database is closed.'))));
  sums.add('*', 'chat', cent);
  clock.turn(1_000);
  sums.add('*', 'chat', cent);
  await setImmediate();
  const closed = sums.close();
  database.transaction = transaction;
  fail();
  await closed;
  expect(await sums.of('*')).toEqual([{ day: '2026-02-28', cents: 2, work: { chat: 2 } }]);
  sums.add('*', 'chat', cent);
  clock.turn(10_000);
  expect(clock.waiting()).toBe(0);
});
