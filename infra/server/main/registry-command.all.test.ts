import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { Client } from 'pg';
import { ofEachTest } from '../database/testing/of-each-test.ts';
import { openPostgres, type PostgresServer } from '../registry/testing/postgres-server.ts';
import { type S3Server, startS3 } from '../registry/testing/start-s3.ts';
import { expectMadeAgain, openMovingStage } from './testing/moving-stage.ts';

let server: PostgresServer;
let s3: S3Server;
beforeAll(async () => {
  [server, s3] = await Promise.all([openPostgres(), startS3()]);
});
afterAll(async () => {
  await Promise.all([server.end(), s3.end()]);
});
const stage = ofEachTest(openMovingStage, ({ close }) => close());

function bucketAt(prefix: string): Record<string, string> {
  const { url, endpoint = '', credentials } = s3.bucket;
  const keys = { AWS_ACCESS_KEY_ID: credentials?.accessKeyId ?? '', AWS_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '' };
  return { ARTIFACTS_URL: `${url}/${prefix}`, S3_ENDPOINT: endpoint, ...keys };
}

describe('backup', () => {
  it.each<[string, (place: string) => Promise<Record<string, string>>]>([
    ['PostgreSQL', async () => ({ DATABASE_URL: await server.createDatabase() })],
    [
      'PostgreSQL and then SQLite, and a bucket',
      async (place) => ({ ...bucketAt(place), ...(place === 'here' && { DATABASE_URL: await server.createDatabase() }) }),
    ],
  ])('a backup over %s of a site that is being changed restores the site elsewhere', (_, settings) => expectMadeAgain(stage, settings));
});

describe('restore', () => {
  it('restore into the same DATA_DIR copies the versions into a new bucket', async () => {
    await stage.end(await stage.startWithVersions());
    const env = bucketAt('moved');
    for (const [command, settings] of [
      ['backup', {}],
      ['restore', env],
      ['verify', env],
    ] as const)
      expect(await stage.registry('data', command === 'verify' ? [command] : [command, 'saved'], { env: settings })).toMatchObject({
        code: 0,
      });
    await rm(stage.at('data/artifacts'), { recursive: true });
    const moved = await stage.start('data', env);
    expect(await moved.ask('GET', '/readyz')).toMatchObject({ status: 200 });
    expect(await moved.ask('GET', '/remotes/landing/1.1.0/remoteEntry.js')).toMatchObject({ status: 200 });
  });
});

describe('verify', () => {
  it('verify on PostgreSQL counts damaged rows outside the journal', async () => {
    const env = { DATABASE_URL: await server.createDatabase() };
    const site = await stage.startWithVersions('data', env);
    await site.logIn();
    await stage.end(site);
    expect(await stage.registry('data', ['verify'], { env })).toMatchObject({ code: 0 });
    const client = new Client(env.DATABASE_URL);
    await client.connect();
    await client.query("INSERT INTO kept VALUES ('rollout:1', '{\"failures\":', 9007199254740991)");
    await client.end();
    const { code, said } = await stage.registry('data', ['verify'], { env });
    expect([code, said.split(':')[0]]).toEqual([1, '1 rows of the table kept are damaged']);
  });
});
