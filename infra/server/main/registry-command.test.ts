import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@rstest/core';
import { Client } from 'pg';
import { openPostgres, type PostgresServer } from '../registry/testing/postgres-server.ts';
import { type S3Server, startS3 } from '../registry/testing/start-s3.ts';
import { type MovingStage, openMovingStage, pinOnAndOn } from './testing/moving-stage.ts';

let server: PostgresServer;
let s3: S3Server;
beforeAll(async () => {
  [server, s3] = await Promise.all([openPostgres(), startS3()]);
});
afterAll(async () => {
  await Promise.all([server.end(), s3.end()]);
});

let stage: MovingStage;
beforeEach(async () => {
  stage = await openMovingStage();
});
afterEach(() => stage.close());
const at: MovingStage['at'] = (...below) => stage.at(...below);
const start: MovingStage['start'] = (...given) => stage.start(...given);
const startWithVersions: MovingStage['startWithVersions'] = (...given) => stage.startWithVersions(...given);
const end: MovingStage['end'] = (started) => stage.end(started);
const registry: MovingStage['registry'] = (...given) => stage.registry(...given);

describe('a backup', () => {
  const inBucket = async (prefix: string) => {
    const { url, endpoint = '', credentials } = s3.bucket;
    const keys = { AWS_ACCESS_KEY_ID: credentials?.accessKeyId ?? '', AWS_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '' };
    return { ARTIFACTS_URL: `${url}/${prefix}`, S3_ENDPOINT: endpoint, ...keys };
  };

  it.each<[string, (place: string) => Promise<Record<string, string>>]>([
    ['SQLite', async () => ({})],
    ['PostgreSQL', async () => ({ DATABASE_URL: await server.createDatabase() })],
    [
      'PostgreSQL and then SQLite, and a bucket',
      async (place) => ({ ...(await inBucket(place)), ...(place === 'here' && { DATABASE_URL: await server.createDatabase() }) }),
    ],
  ])(
    'of a site under pinning, over %s, makes the site again elsewhere, with every pin acknowledged before it and whoever was logged in',
    async (_, settings) => {
      const env = await settings('here');
      const lost = await startWithVersions('data', env);
      const cookie = await lost.logIn();
      const pinning = pinOnAndOn(lost);
      await expect.poll(() => pinning.acknowledged.length).toBeGreaterThan(5);
      expect(await registry('data', ['backup', 'saved'], { env })).toMatchObject({
        code: 0,
        told: expect.stringMatching(/version 6 of 6/),
      });
      const before = pinning.acknowledged.length;
      await expect.poll(() => pinning.acknowledged.length).toBeGreaterThan(before + 5);
      // What is new is added to what was there.
      const acknowledged = pinning.acknowledged.at(-1) ?? 0;
      const again = await registry('data', ['backup', 'saved'], { env });
      expect([again.code, again.told]).toEqual([0, expect.not.stringContaining('version 6 of 6')]);
      const { refused } = await pinning.end();
      expect(refused).toEqual([]);
      const records = await lost.audit();
      const visitKey = await readFile(at('data/visit.key'));
      await end(lost);
      await rm(at('data'), { recursive: true });
      const elsewhere = await settings('elsewhere');
      expect(await registry('elsewhere', ['restore', 'saved'], { env: elsewhere })).toEqual({
        code: 0,
        said: expect.stringMatching(/start the site/),
        told: expect.anything(),
      });
      expect(await registry('elsewhere', ['verify'], { env: elsewhere })).toMatchObject({
        code: 0,
        said: expect.stringMatching(/^All is as/),
      });
      const restored = await start('elsewhere', elsewhere);
      const found = await restored.audit();
      expect(found).toEqual(records.slice(0, found.length));
      expect(found.length).toBeGreaterThanOrEqual(acknowledged);
      expect(await restored.ask('GET', '/readyz')).toMatchObject({ status: 200 });
      expect(await readFile(at('elsewhere/visit.key'))).toEqual(visitKey);
      expect(await restored.isLoggedIn(cookie)).toBe(true);
      const { remotes, sequence } = await restored.set();
      expect(sequence).toBe(found.length);
      const { status } = await restored.ask('GET', `/remotes/landing/${remotes['landing']?.version}/remoteEntry.js`);
      expect(status).toBe(200);
      expect(await restored.ask('GET', '/registry/v1/remotes/landing/versions/1.1.0/sbom')).toMatchObject({ status: 200 });
    },
  );

  it('is for its owner alone, says what keys it holds, and is no backup while one byte of it is another', async () => {
    await end(await startWithVersions());
    expect(await registry('data', ['backup', 'saved'])).toMatchObject({ code: 0, said: expect.stringMatching(/holds keys/) });
    const entries = await readdir(at('saved'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
    for (const file of files) expect(`${file} ${((await stat(file)).mode & 0o077).toString(8)}`).toBe(`${file} 0`);
    expect((await stat(at('saved'))).mode & 0o077).toBe(0);
    const names = files.map((file) => path.relative(at('saved'), file).replace(/^snapshot-\d+/, 'snapshot'));
    for (const name of ['visit.key', 'keys/signing.pem', 'keys/operators', 'operators.json', 'tokens/local'])
      expect(names).toContain(path.join('snapshot/files', name));
    for (const name of ['snapshot/questions.ndjson', 'snapshot/state.db', 'journal.ndjson']) expect(names).toContain(name);
    expect((await registry('data', ['verify', 'saved'])).code).toBe(0);
    for (const file of files) {
      const whole = await readFile(file);
      if (file.endsWith('backup.json') || whole.length === 0) continue;
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
      await writeFile(file, bytes);
      expect([file, (await registry('data', ['verify', 'saved'])).code]).toEqual([file, 1]);
      await writeFile(file, whole);
    }
  });

  /** Cut off at its first line, then at its second, and so on until it comes to its end. */
  async function cutOffUntilDone(data: string, command: string, afterEachCut: () => Promise<void>): Promise<void> {
    for (let lines = 1; ; lines += 1) {
      let left = lines;
      const tell = () => {
        left -= 1;
        if (left === 0) throw new Error('cut off');
      };
      const { code, told } = await registry(data, [command, 'saved'], { tell }).catch((error: Error) => ({ code: 1, told: error.message }));
      if (code === 0) return;
      expect(told).toContain('cut off');
      await afterEachCut();
    }
  }

  it('that was cut off anywhere is gone on with, and its restoring too; nothing that is half there is taken for a site', async () => {
    await end(await startWithVersions());
    await cutOffUntilDone('data', 'backup', async () => {
      expect((await registry('data', ['verify', 'saved'])).told).toMatch(/no backup that was ended/);
    });
    await cutOffUntilDone('elsewhere', 'restore', async () => {
      await expect(start('elsewhere')).rejects.toThrow(/registry -- restore/);
    });
    expect((await registry('elsewhere', ['verify'])).said).toMatch(/^All is as it was written: \d+ records and 6 versions/);
    expect(await (await start('elsewhere')).ask('GET', '/readyz')).toMatchObject({ status: 200 });
  });

  it('is not restored over another site, nor over what was done since', async () => {
    const site = await startWithVersions();
    await registry('data', ['backup', 'saved']);
    await site.pin('1.1.0', null);
    expect((await registry('data', ['restore', 'saved'])).told).toMatch(/in use by process/);
    await end(site);
    expect(await registry('data', ['restore', 'saved'])).toMatchObject({
      code: 1,
      told: expect.stringMatching(/holds records that the backup/),
    });
    await end(await start('other'));
    expect((await registry('other', ['restore', 'saved'])).told).toMatch(/has another .*: restore into an empty DATA_DIR/);
    expect((await registry('other', ['backup', 'saved'])).told).toMatch(/is the backup of another site/);
  });
});

describe('a look at a site on PostgreSQL', () => {
  it('names the rows beside the journal that are not what was written', async () => {
    const env = { DATABASE_URL: await server.createDatabase() };
    const site = await startWithVersions('data', env);
    await site.logIn();
    await end(site);
    expect(await registry('data', ['verify'], { env })).toMatchObject({ code: 0 });
    const client = new Client(env.DATABASE_URL);
    await client.connect();
    await client.query("INSERT INTO kept_state VALUES ('rollout:1', '{\"failures\":', 9007199254740991)");
    await client.query("INSERT INTO visitor_questions VALUES ('m', 'q', 'v', 'no reason', 'en', 'e', 'd', '2026-01-01')");
    await client.end();
    const { code, said } = await registry('data', ['verify'], { env });
    expect([code, said.split('\n').map((line) => line.split(':')[0])]).toEqual([
      1,
      [
        'Rows of the table visitor_questions are not what was written, 1 of them',
        'Rows of the table kept_state are not what was written, 1 of them (rollout',
      ],
    ]);
  });
});

describe('the command', () => {
  it.each([
    [[], /Usage: npm run registry -- COMMAND/],
    [['sell'], /Usage/],
    [['backup'], /A folder must be named/],
    [['move'], /--to must be postgres/],
    [['move', '--to', 'mysql://x/y'], /--to must be postgres/],
    [['repair', 'saved'], /an argument too many/],
    [['verify', '--fast'], /Unknown option/],
  ])('%j is explained, and does nothing', async (args, says) => {
    expect(await registry('data', args)).toMatchObject({ code: 2, told: expect.stringMatching(says) });
    await expect(stat(at('data'))).rejects.toThrow();
  });

  it('says in a sentence that there is no site, no backup, no database', async () => {
    expect((await registry('data', ['backup', 'saved'])).told).toMatch(/^There is no journal .*name the DATA_DIR/);
    expect((await registry('data', ['restore', 'nowhere'])).told).toMatch(/holds no backup that was ended/);
    await end(await startWithVersions());
    expect((await registry('data', ['backup', 'host/index.html'])).told).toMatch(
      /index\.html cannot be read or written \(E\w+\): see that/,
    );
    const url = 'postgres://name:sesame@127.0.0.1:1/registry';
    expect((await registry('data', ['move', '--to', url])).told).toMatch(/^The registry's database cannot be used \(ECONNREFUSED\)/);
  });
});
