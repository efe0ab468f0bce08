import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { auditSchema, overviewSchema, spendingSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { type Clock, systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { chatBody, eventStream, readEvents, textOf } from '../gateway/testing/chat-client.ts';
import { hashPassword } from '../operators/password.ts';
import { remoteFiles, writeBuild } from '../registry/testing/built-remote.ts';
import { openPostgres, type PostgresServer } from '../registry/testing/postgres-server.ts';
import { startValkey, type ValkeyServer } from '../shared-state/testing/start-valkey.ts';
import type { Site } from './start-site.ts';
import { fromPage, makeSiteFolder, museumId, oneMuseum, startTestSite, tokenOf, visit } from './testing/start-test-site.ts';

const session = '/api/operators/session';
const right = { name: 'm.rossi', password: 'correct horse, battery', keep: false };
const wrong = { ...right, password: 'wrong' };

let postgres: PostgresServer;
let valkey: ValkeyServer;
let password: string;
beforeAll(async () => {
  [postgres, valkey, password] = await Promise.all([openPostgres(), startValkey(), hashPassword(right.password)]);
});
afterAll(async () => {
  await postgres.end();
  await valkey.stop();
});

let folder: string;
let sites: Site[];
let environment: Record<string, string>;
let databases = 0;
let visits: number;
async function prepare(): Promise<void> {
  folder = await makeSiteFolder();
  sites = [];
  visits = 0;
  const shared = { DATABASE_URL: await postgres.createDatabase(), VALKEY_URL: `${valkey.url}/${databases++}` };
  environment = {
    ...shared,
    ...(await oneMuseum(folder, 'belmonte')),
    OPERATORS_FILE: path.join(folder, 'operators.json'),
    TRUSTED_PROXIES: '127.0.0.1',
  };
  await writeFile(environment['OPERATORS_FILE'] ?? '', JSON.stringify([{ name: right.name, password, museums: '*' }]));
}
const stop = async () => {
  for (const site of sites.splice(0)) await site.close();
};
async function end(): Promise<void> {
  await stop();
  await rm(folder, { recursive: true });
}

const testsBegan = systemClock.now();
/** With a running clock, the wait after wrong guesses could end on a slow machine. */
const stoppedClock: Clock = { ...systemClock, now: () => testsBegan };

/** The first gateway publishes landing 1.0.0 as default, and 1.1.0. */
async function start(count: number, clock: Clock = systemClock): Promise<void> {
  const builds = await Promise.all(
    ['1.0.0', '1.1.0'].map(async (version) => {
      const files = remoteFiles({ version });
      return { name: 'landing', folder: await writeBuild(await mkdtemp(path.join(folder, 'build-')), files) };
    }),
  );
  for (let at = 0; at < count; at++) sites.push(await startTestSite(folder, { environment, builds, clock }));
}
const site = (at: number) => sites[at % sites.length] as Site;

interface Sent {
  method?: 'GET' | 'POST' | 'DELETE';
  cookie?: string;
  address?: string;
  body?: unknown;
  token?: string;
}
async function send(at: number, url: string, { method, cookie = '', address = '198.51.100.1', body, token }: Sent = {}) {
  const { 'content-type': type, ...always } = fromPage;
  const headers = { ...always, 'x-forwarded-for': address, cookie, ...eventStream, ...(token && { authorization: `Bearer ${token}` }) };
  const sent = body === undefined ? { headers } : { headers: { ...headers, 'content-type': type }, body: JSON.stringify(body) };
  const answer = await request(site(at).origin + url, { method: method ?? (body === undefined ? 'GET' : 'POST'), ...sent });
  const text = await answer.body.text();
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0]);
  return { status: answer.statusCode, text, cookie: cookies.join('; '), json: () => JSON.parse(text) as unknown };
}
const logIn = async (at: number) => (await send(at, session, { body: right })).cookie;

const guess = async (at: number) => (await send(at, session, { body: wrong, address: '203.0.113.9' })).status;
const statusesOf = async (cookie: string) => {
  const heard = await Promise.all(sites.map((_, at) => send(at, session, { cookie })));
  return heard.map(({ status }) => status);
};
const spentFor = async (id: string, cookie: string) =>
  spendingSchema.parse((await send(0, `/registry/v1/museums/${id}/spending`, { cookie })).json()).days;

describe('three gateways of one site', () => {
  beforeAll(async () => {
    await prepare();
    await start(3, stoppedClock);
  });
  afterAll(end);
  let first: string;
  let second: string;

  it('three gateways of one site together refuse an address with 429 after five wrong passwords', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 9; at++) statuses.push(await guess(at));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429]);
  });

  it('a session is valid at all gateways of a site, and a logout at one gateway ends the session at every gateway', async () => {
    [first, second] = [await logIn(0), await logIn(1)];
    expect(await statusesOf(first)).toEqual([200, 200, 200]);
    await send(2, session, { method: 'DELETE', cookie: first });
    expect([await statusesOf(first), await statusesOf(second)]).toEqual([
      [401, 401, 401],
      [200, 200, 200],
    ]);
  });

  it('the audit log of each gateway lists the logins, logouts and refusals at all gateways', async () => {
    const { records } = auditSchema.parse((await send(2, '/registry/v1/audit', { cookie: second })).json());
    const ofOperators = records.filter(({ payload }) => payload['name'] === right.name);
    expect(ofOperators.map(({ action, actor }) => [action, actor])).toEqual([
      ...Array.from({ length: 5 }, () => ['login-refused', 'watch']),
      ['operator-logged-in', 'operator:m.rossi'],
      ['operator-logged-in', 'operator:m.rossi'],
      ['operator-logged-out', 'operator:m.rossi'],
    ]);
  });

  it('spending, sessions and wrong logins survive a restart of all gateways, and a new password ends the sessions', async () => {
    for (let at = 0; at < 3; at++) {
      const { text } = await send(at, '/api/chat', { body: { ...chatBody(), visit } });
      expect(textOf(readEvents({ text })).length).toBeGreaterThan(10);
    }
    await stop();
    await start(2, stoppedClock);
    expect([await guess(0), await guess(1)]).toEqual([429, 429]);
    expect([await statusesOf(first), await statusesOf(second)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
    const [day] = await spentFor(museumId, second);
    expect([day?.day, day?.cents]).toEqual([new Date().toISOString().slice(0, 10), 3]);
    expect(await spentFor('*', second)).toEqual([day]);
    expect((await send(0, `/registry/v1/museums/${museumId}/spending`)).status).toBe(401);
    const others = [{ name: right.name, password: await hashPassword('another'), museums: '*' }];
    await writeFile(environment['OPERATORS_FILE'] ?? '', JSON.stringify(others));
    expect(await statusesOf(second)).toEqual([401, 401]);
  });
});

const reports = (kind: string) => ({ sequence: 1, reports: [{ remote: 'landing', version: '1.1.0', kind }] });
const page = `museumID=${museumId}; visitorID=0123456789abcdef`;
/** The first report of a page begins the visit. */
async function report(kind: string, address = `10.${visits >> 8}.${visits & 255}.1`): Promise<void> {
  visits += 1;
  const { cookie } = await send(visits, '/api/reports', { body: reports('loaded'), cookie: page, address });
  expect((await send(visits + 1, '/api/reports', { body: reports(kind), cookie: `${page}; ${cookie}`, address })).status).toBe(204);
}
async function startRollout(): Promise<string> {
  const token = await tokenOf(site(0));
  const body = { versions: { landing: '1.1.0' }, percent: 100 };
  const { status } = await send(0, `/registry/v1/museums/${museumId}/rollouts`, { body, token });
  expect(status).toBe(201);
  const known = () => Promise.all(sites.map(async (_, at) => (await overviewOf(at, token)).halted));
  await expect.poll(known).toEqual(sites.map(() => null));
  return token;
}
async function overviewOf(at: number, token: string) {
  const { museums } = overviewSchema.parse((await send(at, '/registry/v1/overview', { token })).json());
  const museum = museums.find((one) => one.museumId === museumId);
  return {
    halted: museum?.rollouts[0]?.halted,
    tried: museum?.rollouts[0]?.tried,
    loads: museum?.health.loads,
    failures: museum?.health.failures,
  };
}

describe('an outage of the database', () => {
  beforeAll(prepare);
  afterAll(end);

  it('during an outage of the database visitors get pages and operators get 503, and sessions and counts are kept', async () => {
    await start(1);
    const cookie = await logIn(0);
    const health = async () => {
      const overview = overviewSchema.parse((await send(0, '/registry/v1/overview', { cookie })).json());
      return overview.museums.find((one) => one.museumId === museumId)?.health;
    };
    await report('loaded');
    await expect.poll(health).toMatchObject({ loads: 1, failures: 0 });
    await postgres.stop();
    expect((await send(0, `/?museum=${museumId}`)).status).toBe(200);
    for (const body of [undefined, right]) expect((await send(0, session, { cookie, body })).status).toBe(503);
    await report('failed');
    await postgres.start();
    await expect.poll(async () => (await send(0, session, { cookie })).status).toBe(200);
    await report('failed');
    await expect.poll(health).toMatchObject({ loads: 2, failures: 1 });
  });
});

describe('a rollout whose every second visit fails', () => {
  beforeEach(prepare);
  afterEach(end);
  /** Every second visit fails. After eight visits the site restarts. */
  async function reportMany(count: number): Promise<void> {
    while (visits < 15) {
      await report(visits % 2 === 1 ? 'failed' : 'loaded');
      if (visits !== 8) continue;
      await stop();
      await start(count);
    }
  }

  it.each([
    ['three gateways', 3],
    ['one gateway on SQLite', 1],
  ])('a rollout whose every second visit fails halts at the sixteenth visit with %s, also after a restart', async (_, count) => {
    if (count === 1) Object.assign(environment, { DATABASE_URL: '', VALKEY_URL: '' });
    await start(count);
    const token = await startRollout();
    await reportMany(count);
    const overviews = () => Promise.all(sites.map((_, at) => overviewOf(at, token)));
    const told = (loads: number, failures: number, halted: string | null) =>
      sites.map(() => ({ halted, tried: { loads, failures }, loads, failures }));
    await expect.poll(overviews).toEqual(told(15, 7, null));
    await report('failed');
    await expect.poll(overviews).toEqual(told(16, 8, 'failures'));
  });
});
