import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@rstest/core';
import { tableNames } from '../database/site-database.ts';
import { ofEachTest } from '../database/testing/of-each-test.ts';
import { recordNames } from '../registry/actions/actions.ts';
import { openPostgres, type PostgresServer } from '../registry/testing/postgres-server.ts';
import { describeContents, driveSite } from './testing/drive-site.ts';
import { openMovingStage } from './testing/moving-stage.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await openPostgres();
});
afterAll(() => server.end());
const stage = ofEachTest(openMovingStage, ({ close }) => close());

type Environment = { DATABASE_URL?: string };
const sqlite = async (): Promise<Environment> => ({});
const postgres = async (): Promise<Environment> => ({ DATABASE_URL: await server.createDatabase() });
const placeOf = (data: string, { DATABASE_URL: databaseUrl }: Environment) => ({ dataDir: stage.at(data), databaseUrl });

async function backUp(data: string, env: Environment, saved: string): Promise<string[]> {
  expect(await stage.registry(data, ['backup', saved], { env })).toMatchObject({ code: 0 });
  const { snapshot } = JSON.parse(await readFile(path.join(stage.at(saved), 'backup.json'), 'utf8')) as { snapshot: string };
  return (await readFile(path.join(stage.at(saved), snapshot, 'site.ndjson'), 'utf8')).trimEnd().split('\n');
}

it.each([
  ['SQLite', 'PostgreSQL', sqlite, postgres],
  ['PostgreSQL', 'SQLite', postgres, sqlite],
])('a site in %s with every kind of record and row is unchanged after a backup and a restore into %s', async (_, _other, from, to) => {
  const [here, there] = [await from(), await to()];
  const site = await stage.startWithVersions('data', here);
  const cookie = await site.logIn();
  await stage.end(site);
  await driveSite(placeOf('data', here), stage.at('driven'));
  const now = Date.now();
  const contents = await describeContents(placeOf('data', here), now);
  const dump = await backUp('data', here, 'saved');
  const rows = dump.map((line) => JSON.parse(line) as { table: string; row: { action?: string } });
  expect(new Set(rows.map(({ table }) => table))).toEqual(new Set(tableNames));
  expect(new Set(rows.flatMap(({ table, row }) => (table === 'journal' ? row.action : [])))).toEqual(new Set(recordNames));

  expect(await stage.registry('elsewhere', ['restore', 'saved'], { env: there })).toMatchObject({ code: 0 });
  expect(await backUp('elsewhere', there, 'again')).toEqual(dump);
  expect(await describeContents(placeOf('elsewhere', there), now)).toEqual(contents);
  const restored = await stage.start('elsewhere', there);
  expect(await restored.isLoggedIn(cookie)).toBe(true);
  expect(await restored.ask('GET', '/readyz')).toMatchObject({ status: 200 });
});
