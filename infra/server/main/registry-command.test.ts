import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { remoteFiles, writeBuild } from '../registry/testing/built-remote.ts';
import { type PostgresServer, startPostgres } from '../registry/testing/postgres-server.ts';
import { runRegistryCommand } from './registry-command.ts';
import type { Site } from './start-site.ts';
import { startTestSite } from './testing/start-test-site.ts';

const museumId = '6610a1b2c3d4e5f601000001';
const key = { visit: 'visit.key', signing: 'keys/signing.pem' };

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.end());

let folder: string;
let sites: Site[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'moving-'));
  sites = [];
  await mkdir(path.join(folder, 'host'));
  await writeFile(path.join(folder, 'host/index.html'), '<!doctype html><html><head></head><body></body></html>');
});
afterEach(async () => {
  for (const site of sites) await site.close();
  await rm(folder, { recursive: true });
});

const at = (...below: string[]) => path.join(folder, ...below);

async function start(data: string, environment: Record<string, string> = {}) {
  const site = await startTestSite(folder, { environment: { DATA_DIR: at(data), ...environment } });
  sites.push(site);
  const token = (await readFile(at(data, 'tokens/local'), 'utf8')).trim();
  const ask = async (method: 'GET' | 'PUT' | 'POST', url: string, body?: string | Buffer, type = 'application/json') => {
    const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) };
    const answer = await request(`${site.origin}${url}`, { method, headers, body: body ?? null });
    return { status: answer.statusCode, json: (await answer.body.json().catch(() => ({}))) as Record<string, unknown> };
  };
  const set = async () =>
    (await ask('GET', `/registry/v1/museums/${museumId}/set`)).json as { sequence: number; remotes: Record<string, { version: string }> };
  const pin = (version: string, expected: string | null) =>
    ask('PUT', `/registry/v1/museums/${museumId}/pins/landing`, JSON.stringify({ version, expected }));
  return { site, ask, set, pin };
}
type Started = Awaited<ReturnType<typeof start>>;

async function end({ site }: Started) {
  sites = sites.filter((one) => one !== site);
  await site.close();
}

/** A site with two versions of the landing, published at its start. */
async function startWithVersions(data = 'data', environment: Record<string, string> = {}): Promise<Started> {
  for (const version of ['1.0.0', '1.1.0']) {
    const builds = [{ name: 'landing', folder: await writeBuild(at(`build-${version}`), remoteFiles({ version })) }];
    await (await startTestSite(folder, { environment: { DATA_DIR: at(data), ...environment }, builds })).close();
  }
  return start(data, environment);
}

/** Pins one version after the other until it is told to end. */
function pinOnAndOn({ pin }: Started) {
  let goesOn = true;
  let pinned: string | null = null;
  const acknowledged: number[] = [];
  const refused: number[] = [];
  const ended = (async () => {
    while (goesOn) {
      const version = pinned === '1.0.0' ? '1.1.0' : '1.0.0';
      const { status, json } = await pin(version, pinned);
      if (status === 200) {
        pinned = version;
        acknowledged.push(Number(json['sequence']));
      } else refused.push(status);
    }
  })();
  const end = async () => {
    goesOn = false;
    await ended;
    return { pinned, last: acknowledged.at(-1) ?? 0, refused };
  };
  return { acknowledged, end };
}

async function registry(data: string, args: readonly string[], given: { env?: Record<string, string>; tell?: (line: string) => void } = {}) {
  const said: string[] = [];
  const told: string[] = [];
  const tell = (line: string) => {
    told.push(line);
    given.tell?.(line);
  };
  const env = { DATA_DIR: at(data), ...given.env };
  const code = await runRegistryCommand(args, { env, cwd: folder, out: (line) => void said.push(line), tell });
  return { code, said: said.join('\n'), told: told.join('\n') };
}

const audit = async ({ ask }: Started) => {
  const records: unknown[] = [];
  for (;;) {
    const page = (await ask('GET', `/registry/v1/audit?after=${records.length}`)).json['records'] as unknown[];
    if (page.length === 0) return records;
    records.push(...page);
  }
};

describe('a backup', () => {
  it.each([
    ['SQLite', async () => ({})],
    ['PostgreSQL', async () => ({ DATABASE_URL: await server.createDatabase() })],
  ])('of a site under pinning, over %s, makes the site again elsewhere, with every pin acknowledged before it', async (_, settings) => {
    const env: Record<string, string> = await settings();
    const lost = await startWithVersions('data', env);
    const pinning = pinOnAndOn(lost);
    await expect.poll(() => pinning.acknowledged.length).toBeGreaterThan(5);
    expect(await registry('data', ['backup', 'saved'], { env })).toMatchObject({ code: 0, told: expect.stringMatching(/version 2 of 2/) });
    const before = pinning.acknowledged.length;
    await expect.poll(() => pinning.acknowledged.length).toBeGreaterThan(before + 5);
    // What is new is added to what was there.
    const acknowledged = pinning.acknowledged.at(-1) ?? 0;
    const again = await registry('data', ['backup', 'saved'], { env });
    expect([again.code, again.told]).toEqual([0, expect.not.stringContaining('version 2 of 2')]);
    const { refused } = await pinning.end();
    expect(refused).toEqual([]);
    const records = await audit(lost);
    const visitKey = await readFile(at('data', key.visit));
    await end(lost);
    await rm(at('data'), { recursive: true });
    const elsewhere: Record<string, string> = env['DATABASE_URL'] === undefined ? {} : { DATABASE_URL: await server.createDatabase() };
    expect(await registry('elsewhere', ['restore', 'saved'], { env: elsewhere })).toEqual({ code: 0, said: expect.stringMatching(/start the site/), told: expect.anything() });
    expect(await registry('elsewhere', ['verify'], { env: elsewhere })).toMatchObject({ code: 0, said: expect.stringMatching(/^All is as/) });
    const restored = await start('elsewhere', elsewhere);
    const found = await audit(restored);
    expect(found).toEqual(records.slice(0, found.length));
    expect(found.length).toBeGreaterThanOrEqual(acknowledged);
    expect((await restored.ask('GET', '/readyz')).json).not.toHaveProperty('problems', expect.arrayContaining([expect.stringMatching(/journal|missing/)]));
    expect(await readFile(at('elsewhere', key.visit))).toEqual(visitKey);
    const { remotes, sequence } = await restored.set();
    expect(sequence).toBe(found.length);
    const { status } = await restored.ask('GET', `/remotes/landing/${remotes['landing']?.version}/remoteEntry.js`);
    expect(status).toBe(200);
  });
});
