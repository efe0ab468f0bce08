import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { expect, it } from '@rstest/core';
import { Client } from 'pg';
import { folderOfEachTest, ofFile } from '../database/testing/of-each-test.ts';
import { remoteFiles, writeBuild } from './testing/built-remote.ts';
import { bundleProgram, expectWholeAfterKills, runAndKill } from './testing/crash-rounds.ts';
import { openPostgres } from './testing/postgres-server.ts';
import { openOwnRegistry, silentLog } from './testing/temporary-registry.ts';

/** After 72 rounds every moment of every step has been tested. */
const kills = 200;

const server = ofFile(openPostgres);
const root = folderOfEachTest();
const bundle = () => bundleProgram(path.join(import.meta.dirname, 'testing/crashing-gateway.ts'), root());

it.each([
  ['SQLite', async () => undefined],
  ['PostgreSQL', () => server.createDatabase()],
])(
  'a gateway that is killed 200 times on %s loses no acknowledged change, repeats no change and keeps the chain intact',
  async (_, createDatabase) => {
    const databaseUrl = await createDatabase();
    await expectWholeAfterKills(await bundle(), { dataDir: root('data'), ...(databaseUrl && { databaseUrl }) }, kills);
  },
  // Each kill starts two processes.
  3_600_000,
);

it('after a kill during an append in PostgreSQL, the next start opens at once, with the record once or not at all', async () => {
  const [home, script] = [{ dataDir: root('data'), databaseUrl: await server.createDatabase() }, await bundle()];
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
  const folder = await writeBuild(root('build'), remoteFiles({ version: '2.0.0' }));
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
