import { existsSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { someDeclarations } from '@enfilade/shared-contracts/releases/testing/some-screens';
import { expect } from '@rstest/core';
import { request } from 'undici';
import { remoteFiles, writeBuild } from '../../registry/testing/built-remote.ts';
import { runRegistryCommand } from '../registry-command.ts';
import type { Site, SiteOptions } from '../start-site.ts';
import { fromPage, makeSiteFolder, oneMuseum, startTestSite, tokenOf } from './start-test-site.ts';

export const museumId = '6610a1b2c3d4e5f601000003';

type MovingStage = Awaited<ReturnType<typeof openMovingStage>>;
export type Started = Awaited<ReturnType<MovingStage['start']>>;

/** @param made the folder where the data of the first site is kept for the next test */
export async function openMovingStage(made?: string) {
  const folder = await makeSiteFolder();
  let sites: Site[] = [];
  const content = await oneMuseum(folder, 'archive');
  const at = (...below: string[]) => path.join(folder, ...below);

  async function start(data: string, environment: Record<string, string> = {}, builds: SiteOptions['builds'] = []) {
    const site = await startTestSite(folder, { environment: { DATA_DIR: at(data), ...content, ...environment }, builds });
    sites.push(site);
    return describeSite(site);
  }

  async function end({ site }: { site: Site }): Promise<void> {
    sites = sites.filter((one) => one !== site);
    await site.close();
  }

  return {
    at,
    start,
    end,
    async startWithVersions(data = 'data', environment: Record<string, string> = {}) {
      const buildOf = async (name: string, version: string) => {
        const files = remoteFiles({ name, version, packages: { 'zod@4.6.7': { 'index.js': 1 } } });
        return { name, folder: await writeBuild(at(`build-${data}-${name}-${version}`), files) };
      };
      const isKept = made !== undefined && data === 'data' && Object.keys(environment).length === 0;
      if (isKept && existsSync(made)) {
        await cp(made, at(data), { recursive: true });
        return start(data);
      }
      const all = await Promise.all(Object.keys(someDeclarations).map((name) => buildOf(name, '1.0.0')));
      await (await startTestSite(folder, { environment: { DATA_DIR: at(data), ...content, ...environment }, builds: all })).close();
      const started = await start(data, environment, [await buildOf('landing', '1.1.0')]);
      if (!isKept) return started;
      await end(started);
      // After `close` the files are complete, but libsql may still be removing its side files.
      await cp(at(data), made, { recursive: true, filter: (name) => !/-(?:wal|shm)$|\.pid$/.test(name) });
      return start(data);
    },
    async registry(data: string, args: readonly string[], given: { env?: Record<string, string>; tell?: (line: string) => void } = {}) {
      const said: string[] = [];
      const told: string[] = [];
      const tell = (line: string) => {
        told.push(line);
        given.tell?.(line);
      };
      const env = { DATA_DIR: at(data), ...given.env };
      const code = await runRegistryCommand(args, { env, cwd: folder, out: (line) => void said.push(line), tell });
      return { code, said: said.join('\n'), told: told.join('\n') };
    },
    async close(): Promise<void> {
      for (const site of sites) await site.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function describeSite(site: Site) {
  const token = await tokenOf(site);
  const ask = async (method: 'GET' | 'PUT', url: string, json?: object) => {
    const headers = { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) };
    const answer = await request(`${site.origin}${url}`, { method, headers, body: json ? JSON.stringify(json) : null });
    return { status: answer.statusCode, json: (await answer.body.json().catch(() => ({}))) as Record<string, unknown> };
  };
  const session = `${site.origin}/api/operators/session`;
  /** @returns the cookie of a session of the first operator */
  const logIn = async () => {
    const password = (await readFile(site.operators.passwordFile ?? '', 'utf8')).trim();
    const body = JSON.stringify({ name: 'local', password, keep: false });
    const answer = await request(session, { method: 'POST', headers: fromPage, body });
    return String(answer.headers['set-cookie']).split(';')[0] ?? '';
  };
  const isLoggedIn = async (cookie: string) => (await request(session, { headers: { ...fromPage, cookie } })).statusCode === 200;
  const set = async () =>
    (await ask('GET', `/registry/v1/museums/${museumId}/set`)).json as { sequence: number; remotes: Record<string, { version: string }> };
  const pin = (version: string, expected: string | null) =>
    ask('PUT', `/registry/v1/museums/${museumId}/pins/landing`, { version, expected });
  const audit = async () => {
    const records: unknown[] = [];
    for (;;) {
      const page = (await ask('GET', `/registry/v1/audit?after=${records.length}`)).json['records'] as unknown[];
      if (page.length === 0) return records;
      records.push(...page);
    }
  };
  return { site, ask, set, pin, audit, logIn, isLoggedIn };
}

function pinOnAndOn({ pin }: Started) {
  let goesOn = true;
  let pinned: string | null = null;
  const acknowledged: number[] = [];
  const refused: number[] = [];
  const ended = (async () => {
    while (goesOn) {
      const version: string = pinned === '1.0.0' ? '1.1.0' : '1.0.0';
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
    return refused;
  };
  return { acknowledged, end };
}

/** Backs up a site during changes and restores the backup elsewhere. */
export async function expectMadeAgain(stage: MovingStage, settings: (place: 'here' | 'elsewhere') => Promise<Record<string, string>>) {
  const env = await settings('here');
  const lost = await stage.startWithVersions('data', env);
  const cookie = await lost.logIn();
  const pinning = pinOnAndOn(lost);
  await expect.poll(() => pinning.acknowledged.length).toBeGreaterThan(5);
  expect(await stage.registry('data', ['backup', 'saved'], { env })).toMatchObject({
    code: 0,
    told: expect.stringMatching(/version 6 of 6/),
  });
  const before = pinning.acknowledged.length;
  await expect.poll(() => pinning.acknowledged.length).toBeGreaterThan(before + 5);
  // The second backup adds only new files.
  const acknowledged = pinning.acknowledged.at(-1) ?? 0;
  const again = await stage.registry('data', ['backup', 'saved'], { env });
  expect([again.code, again.told]).toEqual([0, expect.not.stringContaining('version 6 of 6')]);
  expect(await pinning.end()).toEqual([]);
  const records = await lost.audit();
  const visitKey = await readFile(stage.at('data/visit.key'));
  await stage.end(lost);
  await rm(stage.at('data'), { recursive: true });
  const elsewhere = await settings('elsewhere');
  expect(await stage.registry('elsewhere', ['restore', 'saved'], { env: elsewhere })).toEqual({
    code: 0,
    said: expect.stringMatching(/start the site/),
    told: expect.anything(),
  });
  expect(await stage.registry('elsewhere', ['verify'], { env: elsewhere })).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Everything is intact/),
  });
  const restored = await stage.start('elsewhere', elsewhere);
  const found = await restored.audit();
  expect(found).toEqual(records.slice(0, found.length));
  expect(found.length).toBeGreaterThanOrEqual(acknowledged);
  expect(await restored.ask('GET', '/readyz')).toMatchObject({ status: 200 });
  expect(await readFile(stage.at('elsewhere/visit.key'))).toEqual(visitKey);
  expect(await restored.isLoggedIn(cookie)).toBe(true);
  const { remotes, sequence } = await restored.set();
  expect(sequence).toBe(found.length);
  const { status } = await restored.ask('GET', `/remotes/landing/${remotes['landing']?.version}/remoteEntry.js`);
  expect(status).toBe(200);
  expect(await restored.ask('GET', '/registry/v1/remotes/landing/versions/1.1.0/sbom')).toMatchObject({ status: 200 });
}
