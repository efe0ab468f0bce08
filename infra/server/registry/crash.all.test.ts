import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterAll, beforeAll, expect, it } from '@rstest/core';
import { Client } from 'pg';
import { remoteFiles, writeBuild } from './testing/built-remote.ts';
import { bundleProgram, expectWholeAfterKills, runAndKill } from './testing/crash-rounds.ts';
import { openPostgres, type PostgresServer } from './testing/postgres-server.ts';
import { openOwnRegistry, silentLog } from './testing/temporary-registry.ts';

/** After 72 rounds every moment of every step has been tested. */
const kills = 200;

let root: string;
let script: string;
let server: PostgresServer;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'enfilade-crash-'));
  script = await bundleProgram(path.join(import.meta.dirname, 'testing/crashing-gateway.ts'), root);
  server = await openPostgres();
});
afterAll(async () => {
  await server.end();
  await rm(root, { recursive: true });
});

it.each([
  ['SQLite', async () => undefined],
  ['PostgreSQL', () => server.createDatabase()],
])(
  'a gateway that is killed 200 times on %s loses no acknowledged change, repeats no change and keeps the chain intact',
  async (name, createDatabase) => {
    const databaseUrl = await createDatabase();
    await expectWholeAfterKills(script, { dataDir: path.join(root, name), ...(databaseUrl && { databaseUrl }) }, kills);
  },
  // Each kill starts two processes.
  3_600_000,
);

it('after a kill during an append in PostgreSQL, the next start opens at once, with the record once or not at all', async () => {
  const home = { dataDir: path.join(root, 'appending/data'), databaseUrl: await server.createDatabase() };
  const open = () => openOwnRegistry({ ...home, clock: systemClock, log: silentLog });
  await (await open()).close();
  // Two connections, because a transaction does not see activity after its beginning.
  const [holder, watcher] = [new Client(home.databaseUrl), new Client(home.databaseUrl)];
  for (const client of [holder, watcher]) await client.connect();
  const appends = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT%'";
  const isAppending = async () => (await watcher.query(appends)).rowCount === 1;
  await holder.query('BEGIN; LOCK TABLE journal IN SHARE MODE');
  const round = await runAndKill(script, home, 0, async () => {
    while (!(await isAppending()));
  });
  expect(round).toEqual({ step: 'version-published', acknowledged: [], unanswered: 'version-published' });
  // The database has not noticed yet that the client is dead.
  expect(await isAppending()).toBe(true);
  const next = await open();
  expect(await next.audit(0)).toEqual([]);
  const folder = await writeBuild(path.join(root, 'appending/build'), remoteFiles({ version: '2.0.0' }));
  const publishing = next.publish({ name: 'landing', folder, actor: 'tests' });
  await holder.query('COMMIT');
  for (const client of [holder, watcher]) await client.end();
  await publishing;
  await next.close();
  const again = await open();
  const versions = again.listVersions('landing').map(({ version }) => version);
  expect([['2.0.0'], ['2.0.0', '1.0.0'], ['1.0.0', '2.0.0']]).toContainEqual(versions);
  expect(await again.audit(0)).toHaveLength(versions.length);
  await again.close();
});
