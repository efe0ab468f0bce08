import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createMetrics } from '@enfilade/server/http/metrics';
import type { Site } from '@enfilade/server/main/start-site';
import { startTestSite, type TestSiteOptions } from '@enfilade/server/main/testing/start-test-site';
import { remoteFiles, writeBuild } from '@enfilade/server/registry/testing/built-remote';
import { startValkey } from '@enfilade/server/shared-state/testing/start-valkey';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { stringify } from 'yaml';
import { repositoryRoot } from '../checks/repository-root.ts';
import { alerts } from './alerts.ts';

// `npm run unit -- --project tooling --include '**/*.demand.ts'` (needs Debian's `prometheus`): each alert is caused at a real site. What `/metrics` says meanwhile becomes series of Prometheus,
// one reading a minute, and promtool says which alerts fire at their end.

const museumId = '6610a1b2c3d4e5f601000001';
const visit = { museumId, exhibitionId: '6610a1b2c3d4e5f602000001', language: 'en', visitMode: 'exploration', answers: {} };
const minutes = { quiet: 2, troubled: 13 };

interface Trouble {
  /** A site that is made for it. */
  site?: () => Promise<TestSiteOptions>;
  begin?(): Promise<unknown>;
  /** Once a minute. */
  each?(): Promise<unknown>;
  end?(): Promise<unknown>;
}

const caused = new Set<string>();
let folder: string;
let site: Site;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'alerts-'));
  await mkdir(path.join(folder, 'host'));
  await writeFile(path.join(folder, 'host/index.html'), '<!doctype html><html><head></head><body></body></html>');
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => {
  expect([...caused].sort()).toEqual([...new Set(alerts.map(({ name }) => name))].sort());
});

const builds = async () =>
  Promise.all(
    ['1.0.0', '1.1.0'].map(async (version) => ({
      name: 'landing',
      folder: await writeBuild(path.join(folder, version), remoteFiles({ version })),
    })),
  );

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const sent = { 'content-type': 'application/json', 'x-enfilade': '1', ...headers };
  const answer = await request(site.origin + url, { method: 'POST', headers: sent, body: JSON.stringify(body) });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  return { status: answer.statusCode, cookie, text: await answer.body.text() };
}
const get = async (url: string) => (await request(site.origin + url)).body.dump();
const times = <T>(count: number, work: (at: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const ask = () => post('/api/chat', { clientMessageId: randomUUID(), text: 'Who built this house?', visit });
const call = (cookie = '') => {
  const variableValues = { visit: JSON.stringify(visit) };
  return post(
    '/api/voice/call/web',
    { assistantId: 'visit', assistantOverrides: { variableValues } },
    { cookie, authorization: 'Bearer visit' },
  );
};
/** As a phone says it: first without a visit, then with it. */
async function report(kind: string, phone: number, version: string) {
  const body = { sequence: 4, reports: [{ remote: 'landing', version, kind }] };
  const headers = { 'x-forwarded-for': `10.0.${phone}.1`, cookie: `museumID=${museumId}` };
  const { cookie } = await post('/api/reports', body, headers);
  await post('/api/reports', body, { ...headers, cookie: `${headers.cookie}; ${cookie}` });
}
/** What a site remembers of its registry's problems. */
const untilLookedAtAgain = () => wait(2_100);

/** What was read, as lines without comments; one that failed says so itself, as Prometheus does. */
const linesOf = (reading: string | undefined) =>
  reading === undefined ? ['up 0'] : ['up 1', ...reading.split('\n').filter((line) => /^\w/.test(line))];

/** Of each series its value in every minute, in the words of promtool. */
function seriesOf(readings: readonly (string | undefined)[]) {
  const series = new Map<string, string[]>();
  for (const [minute, reading] of readings.entries()) {
    for (const line of linesOf(reading)) {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const key = `${name}{${[labels, 'job="enfilade"', 'instance="a"'].filter(Boolean).join(',')}}`;
      const values = series.get(key) ?? readings.map(() => '_');
      values[minute] = value;
      series.set(key, values);
    }
  }
  return [...series].map(([name, values]) => ({ series: name, values: values.join(' ') }));
}

async function scrape(): Promise<string | undefined> {
  return request(`http://127.0.0.1:${site.metricsPort}/metrics`).then(
    ({ body }) => body.text(),
    () => undefined,
  );
}

/** @returns the alerts that fire at the end */
async function play({ site: options, begin, each, end }: Trouble): Promise<string[]> {
  const given = { builds: await builds(), ...(await options?.()) };
  const environment = { TRUSTED_PROXIES: '127.0.0.1', METRICS_PORT: '0', ...given.environment };
  site = await startTestSite(folder, { ...given, environment });
  const readings: (string | undefined)[] = [];
  try {
    for (let minute = 0; minute < minutes.quiet; minute += 1) readings.push(await scrape());
    await begin?.();
    for (let minute = 0; minute < minutes.troubled; minute += 1) {
      await each?.();
      readings.push(await scrape());
    }
  } finally {
    await end?.();
    await site.close();
  }
  return askPromtool(readings);
}

async function askPromtool(readings: readonly (string | undefined)[]): Promise<string[]> {
  const file = path.join(folder, 'test.yaml');
  const expr = 'group by (alertname) (ALERTS{alertstate="firing"})';
  const test = {
    interval: '1m',
    input_series: seriesOf(readings),
    // Nothing is expected, so that it says what there is.
    promql_expr_test: [{ expr, eval_time: `${readings.length - 1}m`, exp_samples: [{ labels: '{asked="promtool"}', value: 1 }] }],
  };
  const ruleFiles = [path.join(repositoryRoot, 'infra/deploy/chart/watching/alerts.yaml')];
  await writeFile(file, stringify({ rule_files: ruleFiles, evaluation_interval: '1m', tests: [test] }, { lineWidth: 0 }));
  const { stdout, stderr, error } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  if (error) throw new Error('promtool cannot be started: install Debian’s prometheus', { cause: error });
  const said = stdout + stderr;
  const got = /got:\s*(.*)/.exec(said)?.[1];
  if (got === undefined) throw new Error(said);
  return [...got.matchAll(/alertname="(\w+)"/g)].map(([, name = '']) => name).sort();
}

async function listen(handle: Parameters<typeof createServer>[1]): Promise<{ server: Server; url: string }> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const openFiles: number[] = [];
const limitFiles = (most: string) => execFileSync('prlimit', [`--nofile=${most}`, '--pid', String(process.pid)]);
let limitBefore = '';
let broken: { server: Server; url: string };
let valkey: Awaited<ReturnType<typeof startValkey>>;

const fails = async () => {
  broken = await listen((_, response) => response.writeHead(500).end('{}'));
  return { environment: { VAPI_URL: broken.url, VAPI_PRIVATE_KEY: 'key' } };
};
const speaksLate = async () => {
  broken = await listen((_, response) => {
    setTimeout(() => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(Buffer.from([0xff, 0xfb, 0x90, 0xc0])), 2_200);
  });
  return { environment: { TTS_URL: broken.url, TTS_KEY: 'key', TTS_MODEL: 'slow', TTS_KIND: 'elevenlabs' } };
};
const withProcess = async () => {
  const metrics = createMetrics();
  metrics.watchProcess();
  return { metrics };
};
const stopBroken = async () => void broken.server.close();
const speak = (at: number) => post('/api/speech/en-1', { visit, text: `This is sentence ${at}, said at ${Date.now()}.` });

const troubles: Record<string, [string[], Trouble]> = {
  'a site that is well': [
    [],
    { each: () => Promise.all([get(`/?museum=${museumId}`), get(`/api/compositions/${museumId}`), ask(), speak(1)]) },
  ],
  'a gateway that is gone': [['EnfiladeDown'], { begin: () => site.close() }],
  'a journal that is gone': [
    ['EnfiladeJournalDown'],
    { begin: () => rename(path.join(folder, 'data/site.db'), path.join(folder, 'aside.db')).then(untilLookedAtAgain) },
  ],
  'files that are gone': [
    ['EnfiladeFilesMissing', 'EnfiladePagesFail'],
    {
      begin: () => rm(path.join(folder, 'data/artifacts/landing'), { recursive: true }).then(untilLookedAtAgain),
      each: () => times(3, () => get('/remotes/landing/1.0.0/remoteEntry.js')),
    },
  ],
  'a registry without pins': [['EnfiladeNothingPinned'], { site: async () => ({ builds: [] }) }],
  'a middleware that does not answer': [
    ['EnfiladeMuseumsDown'],
    { site: async () => ({ environment: { MIDDLEWARE_URL: 'http://127.0.0.1:9', MIDDLEWARE_EMAIL: 'a@b.c', MIDDLEWARE_PASSWORD: 'p' } }) },
  ],
  'a mistyped setting': [
    ['EnfiladeSettingUnknown'],
    { site: async () => ({ slips: ['DATABSE_URL is not a setting; did you mean DATABASE_URL?'] }) },
  ],
  'gateways whose shared state is gone': [
    ['EnfiladeAnswersFail', 'EnfiladeStateDown'],
    {
      async site() {
        valkey = await startValkey();
        return { environment: { VALKEY_URL: valkey.url } };
      },
      begin: () => valkey.stop(),
      each: ask,
    },
  ],
  'a platform that fails': [
    ['EnfiladeAnswersFail', 'EnfiladeCallsFail', 'EnfiladeServiceFails'],
    { site: fails, each: () => Promise.all([ask(), call()]), end: stopBroken },
  ],
  'a slow voice': [['EnfiladeVoiceLate'], { site: speaksLate, each: () => times(2, speak), end: stopBroken }],
  'more visitors who talk than slots': [
    ['EnfiladeSlotsTaken'],
    {
      site: async () => ({ environment: { VOICE_SLOTS: '1' } }),
      begin: async () => Promise.all([call(), call()]),
    },
  ],
  'a budget that is spent': [
    ['EnfiladeAnswersFail', 'EnfiladeMoneySpent'],
    { site: async () => ({ environment: { DAILY_BUDGET_CENTS: '1' } }), each: ask },
  ],
  'more requests than it can answer': [
    ['EnfiladeOverloaded', 'EnfiladePagesFail', 'EnfiladeSetsFail'],
    {
      site: async () => ({ serverLimits: { underWay: 1 } }),
      each: () => Promise.all([ask(), ...Array.from({ length: 120 }, () => get(`/api/compositions/${museumId}`))]),
    },
  ],
  'a process with almost as many open files as it may have': [
    ['EnfiladeConnectionsRunOut'],
    {
      // Before the first: it is read once a process.
      async site() {
        const asked = ['--nofile', '--noheadings', '--output', 'SOFT,HARD', '--pid', String(process.pid)];
        limitBefore = execFileSync('prlimit', asked, { encoding: 'utf8' }).trim().split(/\s+/).join(':');
        limitFiles(`1024:${limitBefore.split(':')[1]}`);
        return withProcess();
      },
      async begin() {
        for (let at = 0; at < 850; at += 1) openFiles.push(openSync('/dev/null', 'r'));
      },
      async end() {
        for (const file of openFiles.splice(0)) closeSync(file);
        limitFiles(limitBefore);
      },
    },
  ],
  'work that blocks': [
    ['EnfiladeLoopLate'],
    {
      site: withProcess,
      async each() {
        // What is seen first after a reading only begins to be measured.
        await wait(50);
        const until = performance.now() + 700;
        while (performance.now() < until);
        await wait(50);
      },
    },
  ],
  'a rollout that fails for some': [
    ['EnfiladePagesFail', 'EnfiladeRolloutHalted'],
    {
      async begin() {
        const authorization = `Bearer ${(await readFile(site.tokenFile, 'utf8')).trim()}`;
        await post(`/registry/v1/museums/${museumId}/rollouts`, { versions: { landing: '1.1.0' }, percent: 100 }, { authorization });
        for (let phone = 0; phone < 50; phone += 1) await report(phone < 7 ? 'failed' : 'loaded', phone, '1.1.0');
      },
    },
  ],
  'a screen that throws when it is pressed': [
    ['EnfiladeScreenErrors'],
    { each: () => times(2, (phone) => report('error', phone, '1.0.0')) },
  ],
  'a version that fails for everybody': [
    ['EnfiladePagesFail', 'EnfiladeScreenErrors', 'EnfiladeVersionFails'],
    { begin: () => times(8, (phone) => report('failed', phone, '1.0.0')), each: () => report('failed', 9, '1.0.0') },
  ],
};

describe('the alerts of', () => {
  it.each(Object.entries(troubles))('%s', async (_, [expected, trouble]) => {
    expect(await play(trouble)).toEqual(expected);
    for (const name of expected) caused.add(name);
  });
});
