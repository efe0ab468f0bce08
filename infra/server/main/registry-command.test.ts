import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { operatorRemote, screenNames } from '@enfilade/shared-contracts/releases/contract';
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

/** A site that is ready, with two versions of the landing. */
async function startWithVersions(data = 'data', environment: Record<string, string> = {}): Promise<Started> {
  const buildOf = async (name: string, version: string) => {
    return { name, folder: await writeBuild(at(`build-${data}-${name}-${version}`), remoteFiles({ name, version })) };
  };
  const all = await Promise.all([...screenNames, operatorRemote].map((name) => buildOf(name, '1.0.0')));
  for (const builds of [all, [await buildOf('landing', '1.1.0')]])
    await (await startTestSite(folder, { environment: { DATA_DIR: at(data), ...environment }, builds })).close();
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
    expect(await registry('data', ['backup', 'saved'], { env })).toMatchObject({ code: 0, told: expect.stringMatching(/version 6 of 6/) });
    const before = pinning.acknowledged.length;
    await expect.poll(() => pinning.acknowledged.length).toBeGreaterThan(before + 5);
    // What is new is added to what was there.
    const acknowledged = pinning.acknowledged.at(-1) ?? 0;
    const again = await registry('data', ['backup', 'saved'], { env });
    expect([again.code, again.told]).toEqual([0, expect.not.stringContaining('version 6 of 6')]);
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
    expect(await restored.ask('GET', '/readyz')).toMatchObject({ status: 200 });
    expect(await readFile(at('elsewhere', key.visit))).toEqual(visitKey);
    const { remotes, sequence } = await restored.set();
    expect(sequence).toBe(found.length);
    const { status } = await restored.ask('GET', `/remotes/landing/${remotes['landing']?.version}/remoteEntry.js`);
    expect(status).toBe(200);
  });

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

  it.each(['backup', 'restore'])('that was cut off anywhere is gone on with: %s', async (command) => {
    await end(await startWithVersions());
    if (command === 'restore') await registry('data', ['backup', 'saved']);
    const target = command === 'restore' ? 'elsewhere' : 'data';
    for (let lines = 1; ; lines += 1) {
      let left = lines;
      const stop = () => {
        left -= 1;
        if (left === 0) throw new Error('cut off');
      };
      const cutOff = await registry(target, [command, 'saved'], { tell: stop }).catch((error: Error) => ({ code: 1, told: error.message }));
      if (cutOff.code === 0) break;
      expect(cutOff.told).toContain('cut off');
      // Nothing that is half there is taken for a site.
      if (command === 'restore') await expect(start('elsewhere')).rejects.toThrow(/registry -- restore/);
      else expect((await registry('data', ['verify', 'saved'])).told).toMatch(/no backup that was ended/);
    }
    if (command === 'backup') await registry('elsewhere', ['restore', 'saved']);
    expect((await registry('elsewhere', ['verify'])).said).toMatch(/^All is as it was written: \d+ records and 6 versions/);
    expect(await (await start('elsewhere')).ask('GET', '/readyz')).toMatchObject({ status: 200 });
  });

  it('is not restored over another site, nor over what was done since', async () => {
    const site = await startWithVersions();
    await registry('data', ['backup', 'saved']);
    await site.pin('1.1.0', null);
    expect((await registry('data', ['restore', 'saved'])).told).toMatch(/in use by process/);
    await end(site);
    expect(await registry('data', ['restore', 'saved'])).toMatchObject({ code: 1, told: expect.stringMatching(/holds records that the backup/) });
    await end(await start('other'));
    expect((await registry('other', ['restore', 'saved'])).told).toMatch(/has another .*: restore into an empty DATA_DIR/);
    expect((await registry('other', ['backup', 'saved'])).told).toMatch(/is the backup of another site/);
  });
});

describe('a site that is moved', () => {
  it('goes on meanwhile, only reads at the end, and goes on from the database with every record as it was', async () => {
    const site = await startWithVersions();
    const pinning = pinOnAndOn(site);
    await expect.poll(() => pinning.acknowledged.length).toBeGreaterThan(5);
    const url = await server.createDatabase();
    expect(await registry('data', ['move', '--to', url])).toMatchObject({ code: 0, said: expect.stringMatching(/start the site with DATABASE_URL/) });
    const { pinned, refused } = await pinning.end();
    expect(new Set(refused)).toEqual(new Set([503]));
    const before = await audit(site);
    const next = pinned === '1.0.0' ? '1.1.0' : '1.0.0';
    expect(await site.pin(next, pinned)).toMatchObject({ status: 503, json: { message: expect.stringMatching(/was moved to a database/) } });
    expect(await site.set()).toMatchObject({ sequence: before.length });
    await end(site);
    await expect(start('data')).rejects.toThrow(/was moved to a database .* start the site with DATABASE_URL/);
    const moved = await start('data', { DATABASE_URL: url });
    expect(await audit(moved)).toEqual(before);
    expect(await moved.pin(next, pinned)).toMatchObject({ status: 200, json: { sequence: before.length + 1 } });
    // Once more, for what was asked meanwhile; and never over another site's records.
    expect(await registry('data', ['move', '--to', url])).toMatchObject({ code: 0 });
    await end(await startWithVersions('second'));
    expect((await registry('second', ['move', '--to', url])).told).toMatch(/holds records of another site/);
  });
});

describe('a damaged site', () => {
  // As another file, since what this process closed it keeps open for a while.
  const damage = async (file: string, change: (bytes: Buffer) => Buffer) => {
    const bytes = await readFile(file);
    for (const beside of ['', '-wal', '-shm']) await rm(file + beside, { force: true });
    await writeFile(file, change(bytes), { mode: 0o600 });
  };
  const pinSome = async (site: Started) => {
    await site.pin('1.0.0', null);
    await site.pin('1.1.0', '1.0.0');
    await site.pin('1.0.0', '1.1.0');
  };

  it('is whole again with a backup and what of its journal can be read, and loses nothing unless told to', async () => {
    const site = await startWithVersions();
    await registry('data', ['backup', 'saved']);
    await pinSome(site);
    const records = await audit(site);
    await end(site);
    const kept = at('kept');
    await cp(at('data'), kept, { recursive: true });
    // A pin in the middle says something else: those behind it are of the damaged file, those before it of either.
    await damage(at('data/registry.db'), (bytes) => Buffer.from(bytes.toString('latin1').replace('local-build', 'local-BUILD'), 'latin1'));
    await expect(start('data')).rejects.toThrow(/Record \d+ of the journal is not as it was written.*registry -- repair/);
    const alone = await registry('data', ['repair']);
    expect([alone.code, alone.told]).toEqual([1, expect.stringMatching(/records? .* alone can be kept of \d+\. Nothing was changed/)]);
    expect(await registry('data', ['repair', '--from', 'saved'])).toMatchObject({ code: 0, said: expect.stringMatching(/what it was is registry\.db\.damaged-/) });
    expect(await audit(await start('data'))).toEqual(records);
  });

  it('is refused in a sentence where a file of it is empty or cut off, and put back from a backup', async () => {
    const site = await startWithVersions();
    await pinSome(site);
    const records = await audit(site);
    await registry('data', ['backup', 'saved']);
    await end(site);
    for (const [name, length] of [['registry.db', 0], ['state.db', 0], ['questions.db', 0], ['questions.db', 5_000], ['visit.key', 7]] as const) {
      await damage(at('data', name), (bytes) => bytes.subarray(0, length));
      if (name === 'questions.db') {
        // Visitors need nothing of it: the site goes on without.
        const begun = await start('data');
        expect(await begun.ask('GET', `/registry/v1/museums/${museumId}/questions`)).toMatchObject({ status: 503 });
        await end(begun);
      } else await expect(start('data')).rejects.toThrow(new RegExp(`${name}.*(registry -- repair|put back a copy)`));
      expect((await registry('data', ['verify'])).said).toContain(name);
      // Whether an empty journal had records after those of the backup, nobody can tell.
      const words = name === 'registry.db' ? ['--accept-loss'] : [];
      expect([name, (await registry('data', ['repair', '--from', 'saved', ...words])).code]).toEqual([name, 0]);
      expect([name, (await registry('data', ['verify'])).said]).toEqual([name, expect.stringMatching(/^All is as/)]);
    }
    const [file] = (await readdir(at('data/artifacts/landing'), { recursive: true })).filter((name) => name.endsWith('remoteEntry.js'));
    await damage(at('data/artifacts/landing', file ?? ''), (bytes) => Buffer.from(bytes.map((byte) => byte ^ 1)));
    expect((await registry('data', ['verify'])).said).toMatch(/Files of landing 1\.\d\.0 are missing or not as they were published/);
    expect((await registry('data', ['repair', '--from', 'saved'])).said).toMatch(/The files of landing 1\.\d\.0 are put back/);
    const again = await start('data');
    expect(await audit(again)).toEqual(records);
    expect(await again.ask('GET', '/readyz')).toMatchObject({ status: 200 });
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
    const url = 'postgres://name:sesame@127.0.0.1:1/registry';
    expect((await registry('data', ['move', '--to', url])).told).toMatch(/^The registry's database cannot be used \(ECONNREFUSED\)/);
  });
});
