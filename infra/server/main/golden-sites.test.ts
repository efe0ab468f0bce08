import { readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@rstest/core';
import { create, extract } from 'tar';
import { restore } from '../backup/restore.ts';
import type { Use } from '../backup/site-home.ts';
import { verifyBackup, verifySite } from '../backup/verify.ts';
import { folderOfEachTest } from '../database/testing/of-each-test.ts';
import { openPostgres, type PostgresServer } from '../registry/testing/postgres-server.ts';
import { silentLog } from '../registry/testing/temporary-registry.ts';
import { describeContents, driveSite } from './testing/drive-site.ts';
import { openMovingStage } from './testing/moving-stage.ts';

/**
 * Each folder holds the data of one release with every kind of record and row: `site.tar.gz` has a data folder and its backup, and
 * `contents.json` has the expected contents and the time. `GOLDEN=2 npx rstest run infra/server/main/golden-sites.test.ts` adds the folder
 * `2`. A released folder never changes, because every later release must read it.
 */
const golden = path.join(import.meta.dirname, 'testing/golden');
const added = process.env['GOLDEN'];

/** Omits the keys, because a site creates missing keys. */
async function write(release: string): Promise<void> {
  const stage = await openMovingStage();
  await stage.end(await stage.startWithVersions());
  const place = { dataDir: stage.at('data') };
  await driveSite(place, stage.at('driven'));
  for (const name of ['keys', 'tokens', 'visit.key']) await rm(stage.at('data', name), { recursive: true });
  expect(await stage.registry('data', ['backup', 'saved'])).toMatchObject({ code: 0 });
  const now = Date.now();
  await mkdir(path.join(golden, release), { recursive: true });
  // Archived before the site is opened again, so that the archive holds exactly the release's output.
  await create({ gzip: true, cwd: stage.at(), file: path.join(golden, release, 'site.tar.gz') }, ['data', 'saved']);
  const contents = { now, ...(await describeContents(place, now)) };
  await writeFile(path.join(golden, release, 'contents.json'), `${JSON.stringify(contents, null, 2)}\n`);
  await stage.close();
}

let server: PostgresServer;
beforeAll(async () => {
  if (added !== undefined) await write(added);
  server = await openPostgres();
});
afterAll(() => server.end());

describe.each([...new Set([...readdirSync(golden), ...(added === undefined ? [] : [added])])])('data of release %s', (release) => {
  const at = folderOfEachTest();
  let contents: { now: number };
  let use: Omit<Use, 'home'>;
  beforeEach(async () => {
    await extract({ file: path.join(golden, release, 'site.tar.gz'), cwd: at() });
    contents = JSON.parse(await readFile(path.join(golden, release, 'contents.json'), 'utf8')) as { now: number };
    const clock: Clock = { now: () => contents.now, after: () => () => {} };
    use = { clock, log: silentLog, tell() {} };
  });
  const read = async (place: Parameters<typeof describeContents>[0]) => {
    const found = { now: contents.now, ...(await describeContents(place, contents.now)) };
    return JSON.parse(JSON.stringify(found)) as unknown;
  };

  it('this release reads the data folder of an earlier release with the same contents', async () => {
    expect(await verifySite({ ...use, home: { dataDir: at('data') } })).toMatchObject({ problems: [] });
    expect(await read({ dataDir: at('data') })).toEqual(contents);
  });

  it.each([
    ['SQLite', async () => undefined],
    ['PostgreSQL', () => server.createDatabase()],
  ])('this release restores the backup of an earlier release into %s with the same contents', async (_, createDatabase) => {
    const place = { dataDir: at('restored'), databaseUrl: await createDatabase() };
    expect(await verifyBackup(use, at('saved'))).toMatchObject({ problems: [] });
    expect(await restore({ ...use, home: place }, at('saved'))).toMatchObject({ lost: [] });
    expect(await verifySite({ ...use, home: place })).toMatchObject({ problems: [] });
    expect(await read(place)).toEqual(contents);
  });
});
