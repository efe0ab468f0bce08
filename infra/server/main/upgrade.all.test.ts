import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@rstest/core';
import { request } from 'undici';
import { chatBody, eventStream } from '../gateway/testing/chat-client.ts';
import { remoteFiles, writeBuild } from '../registry/testing/built-remote.ts';
import { openPostgres, type PostgresServer, runSql } from '../registry/testing/postgres-server.ts';
import { runRegistryCommand } from './registry-command.ts';
import { buildOlderRelease, findOlderRelease, type OlderSite, startOlderSite } from './testing/older-release.ts';
import { makeSiteFolder, startTestSite } from './testing/start-test-site.ts';

// A gateway of the last release, built from its sources, beside one of this checkout.

const museumId = '6610a1b2c3d4e5f601000001';
const exhibitionId = '6610a1b2c3d4e5f602000004';

let folder: string;
let script: string;
let server: PostgresServer;
beforeAll(async () => {
  folder = await makeSiteFolder();
  script = await buildOlderRelease(findOlderRelease(), path.join(folder, 'older'));
  server = await openPostgres();
});
afterAll(async () => {
  await server.end();
  await rm(folder, { recursive: true });
});

const dataDir = () => path.join(folder, 'data');

async function ask(origin: string, method: 'GET' | 'PUT', url: string, json?: object) {
  const token = (await readFile(path.join(dataDir(), 'tokens/local'), 'utf8')).trim();
  const headers = { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) };
  const { statusCode: status, body } = await request(`${origin}/registry/v1${url}`, {
    method,
    headers,
    body: json ? JSON.stringify(json) : null,
  });
  return { status, json: (await body.json()) as Record<string, unknown> };
}

/** As a visitor of their own, what the documents do not say. */
async function askInVain(origin: string): Promise<void> {
  const visit = { museumId, exhibitionId, language: 'de', visitMode: 'exploration', answers: {} };
  const { body } = await request(`${origin}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-enfilade': '1', ...eventStream },
    body: JSON.stringify(chatBody({ visit, text: 'Wo ist die Garderobe?' })),
  });
  await body.text();
}

const pinned = async (origin: string) => {
  const { remotes } = (await ask(origin, 'GET', `/museums/${museumId}/set`)).json as { remotes: Record<string, { version: string }> };
  return remotes['landing']?.version ?? null;
};
const sequence = async (origin: string) => ((await ask(origin, 'GET', '/audit?after=0')).json['records'] as unknown[]).length;
const visitsInVain = async (origin: string) => {
  const { questions } = (await ask(origin, 'GET', `/museums/${museumId}/questions`)).json as { questions: { visits: number }[] };
  return questions[0]?.visits ?? 0;
};

it('two releases run side by side on one database: each sees what the other does, nothing is lost, and either may be started again', async () => {
  const databaseUrl = await server.createDatabase();
  const startOlder = () => startOlderSite(script, folder, databaseUrl);
  const startNew = async (): Promise<OlderSite> => {
    const builds = ['1.0.0', '1.1.0'].map((version) =>
      writeBuild(path.join(folder, `build-${version}`), remoteFiles({ version, contract: '^1.0.0' })),
    );
    const folders = await Promise.all(builds);
    for (const built of folders) {
      const site = await startTestSite(folder, {
        environment: { DATABASE_URL: databaseUrl },
        builds: [{ name: 'landing', folder: built }],
      });
      if (built === folders.at(-1)) return site;
      await site.close();
    }
    throw new Error('There is no build.');
  };
  // The older release made the database.
  let older = await startOlder();
  let current = await startNew();
  let expected = await pinned(older.origin);
  expect(expected).toBe('1.0.0');
  let acknowledged = 0;
  const pinBy = async (by: OlderSite, other: OlderSite) => {
    const version = expected === '1.0.0' ? '1.1.0' : '1.0.0';
    const own = acknowledged === 0 ? null : expected;
    expect(await ask(by.origin, 'PUT', `/museums/${museumId}/pins/landing`, { version, expected: own })).toMatchObject({ status: 200 });
    expected = version;
    acknowledged += 1;
    await expect.poll(() => pinned(other.origin)).toBe(version);
  };
  const before = await sequence(current.origin);
  for (let round = 0; round < 10; round += 1) {
    await pinBy(older, current);
    await pinBy(current, older);
  }
  for (const { origin } of [older, current, older, current, older, current]) await askInVain(origin);
  await expect.poll(() => visitsInVain(older.origin)).toBe(6);
  expect(await visitsInVain(current.origin)).toBe(6);
  // A step back: the older release is started again beside this one, and after it.
  await older.close();
  older = await startOlder();
  await pinBy(older, current);
  await current.close();
  await older.close();
  older = await startOlder();
  expect(await pinned(older.origin)).toBe(expected);
  current = await startNew();
  await pinBy(current, older);
  // What the next release may add, while both of these run.
  await runSql(
    databaseUrl,
    "ALTER TABLE registry_journal ADD COLUMN region text NOT NULL DEFAULT ''; ALTER TABLE visitor_questions ADD COLUMN later text",
  );
  await pinBy(older, current);
  await pinBy(current, older);
  await askInVain(older.origin);
  await expect.poll(() => visitsInVain(current.origin)).toBe(7);
  expect(await sequence(older.origin)).toBe(before + acknowledged);
  await older.close();
  await current.close();
  const said: string[] = [];
  const env = { DATA_DIR: dataDir(), DATABASE_URL: databaseUrl };
  const verified = await runRegistryCommand(['verify'], { env, cwd: folder, out: (line) => void said.push(line), tell() {} });
  expect([verified, said]).toEqual([0, [expect.stringMatching(/^All is as it was written/)]]);
});
