import { beforeEach, expect, it } from '@rstest/core';
import { openServices } from '../testing/open-services.ts';
import { answerJson, type Script, type ScriptedServer, sendJson, startScriptedServer } from '../testing/scripted-server.ts';
import type { Upstream, UpstreamCall } from './upstream.ts';
import { readJson, readStatus } from './upstream-response.ts';

const path = '/asked';
const healthy: Script = answerJson(200, { fine: true });
const status =
  (code: number, headers: Record<string, string> = {}): Script =>
  (_, response) =>
    void response.writeHead(code, headers).end('{}');
const broken: Script = (_, response) => void response.destroy();
const halfway: Script = (_, response) => void response.writeHead(200).write('{"fine"', () => response.destroy());

/** Only a silent script lets a call reach this limit. */
const limitMs = 10_000;
const restSeconds = 10;

const site = openServices();
const { clock } = site;
let server: ScriptedServer;
let service: Upstream;
beforeEach(() => {
  server = site.server;
  server.on(path, healthy);
  service = site.services.of('settings');
});

/** Uses the script for the first request, and a healthy answer for later ones. */
const once =
  (script: Script): Script =>
  (...asked) => {
    server.on(path, healthy);
    return script(...asked);
  };
/** The status of the answer, or the code of the fault. */
const ask = async (change: Partial<UpstreamCall> = {}, ms = limitMs): Promise<number | string> =>
  service.ask({ method: 'GET', url: server.origin + path, ...change }, { limitMs: ms, read: readJson }).then(
    (answer) => answer.status,
    (fault: { code: string }) => fault.code,
  );
const left = (signal: AbortSignal) => service.ask({ method: 'GET', url: server.origin + path }, { limitMs, signal, read: readJson });
const askTimes = async (times: number, ...asked: Parameters<typeof ask>) => {
  const answers = [];
  for (let at = 0; at < times; at += 1) answers.push(await ask(...asked));
  return answers;
};
const counted = async (series: string) => {
  const line = (await site.metrics.text()).split('\n').find((one) => one.startsWith(series));
  return Number(line?.split(' ').at(-1) ?? 0);
};
const calls = (outcome: string) => counted(`enfilade_upstream_seconds_count{service="settings",outcome="${outcome}"}`);
const isOpen = () => counted('enfilade_circuit_open{service="settings"}');

it.each([
  ['breaks the connection', broken, limitMs, 'upstream-failed', 'failed'],
  ['breaks off', halfway, limitMs, 'upstream-failed', 'failed'],
  ['responds with 500', status(500), limitMs, 500, 'failed'],
  ['is silent', () => clock.turn(limitMs), limitMs, 'upstream-timeout', 'timeout'],
] as const)('a service that %s five times in a row gets no calls for ten seconds, then one, and all after a success', async (...fault) => {
  const [, script, ms, told, outcome] = fault;
  server.on(path, script);
  expect(await askTimes(5, {}, ms)).toEqual([told, told, told, told, told]);
  expect([await calls(outcome), await isOpen()]).toEqual([5, 1]);
  const refused = service.ask({ method: 'GET', url: server.origin + path }, { limitMs: ms, read: readJson });
  await expect(refused).rejects.toMatchObject({ code: 'upstream-failed', retryAfterSeconds: restSeconds });
  // A silent service may be aborted before it received the request, so the test counts sent requests.
  expect([await calls(outcome), await calls('refused')]).toEqual([5, 1]);

  clock.turn(restSeconds * 1000);
  expect([await ask({}, ms), await ask({}, ms)]).toEqual([told, 'upstream-failed']);
  expect([await calls(outcome), await isOpen()]).toEqual([6, 1]);

  clock.turn(restSeconds * 1000);
  server.on(path, healthy);
  expect(await askTimes(3)).toEqual([200, 200, 200]);
  expect(await isOpen()).toBe(0);
});

const openCircuit = async () => {
  server.on(path, broken);
  await askTimes(5);
  clock.turn(restSeconds * 1000);
};

it('a trial call is the only call, and other callers fail at once', async () => {
  await openCircuit();
  const trial = new Promise<Parameters<Script>[1]>((resolve) => server.on(path, (_, response) => resolve(response)));
  const first = ask();
  expect(await askTimes(3)).toEqual(['upstream-failed', 'upstream-failed', 'upstream-failed']);
  sendJson(await trial, 200, {});
  expect([await first, server.count(path)]).toEqual([200, 6]);
});

it('a trial call that its visitor cancelled leaves the next call as the trial', async () => {
  await openCircuit();
  const leaving = new AbortController();
  server.on(path, () => leaving.abort());
  await expect(left(leaving.signal)).rejects.toMatchObject({ code: 'stale' });
  server.on(path, broken);
  await Promise.all([ask(), ask(), ask()]);
  expect(server.count(path)).toBe(7);
  clock.turn(restSeconds * 1000);
  server.on(path, healthy);
  expect(await ask()).toBe(200);
});

it.each([400, 401, 404, 429])('a service that answers %i is available and gets further calls', async (refusal) => {
  server.on(path, status(refusal));
  await askTimes(12);
  expect([server.count(path), await calls('ok'), await isOpen()]).toEqual([12, 12, 0]);
});

it('calls that visitors or a closing site cancel do not count as failures', async () => {
  for (let at = 0; at < 6; at += 1) {
    const leaving = new AbortController();
    server.on(path, () => leaving.abort());
    await left(leaving.signal).catch(() => undefined);
  }
  server.on(path, healthy);
  expect([await ask(), await calls('cancelled')]).toEqual([200, 6]);
  const all = server.count(path) + 6;
  const allAsked = new Promise<void>((resolve) => server.on(path, () => (server.count(path) === all ? resolve() : undefined)));
  const answers = Promise.all(Array.from({ length: 6 }, () => ask()));
  await allAsked;
  await site.services.close();
  expect(await answers).toEqual(Array.from({ length: 6 }, () => 'busy'));
  expect([await calls('cancelled'), await isOpen()]).toEqual([12, 0]);
});

it('a success resets the count of failures in a row', async () => {
  for (let round = 0; round < 3; round += 1) {
    server.on(path, broken);
    await askTimes(4);
    server.on(path, healthy);
    expect(await ask()).toBe(200);
  }
});

it('a failing service does not stop calls to another service', async () => {
  server.on(path, broken);
  await askTimes(6);
  server.on(path, healthy);
  const call = { method: 'GET', url: server.origin + path } as const;
  expect(await site.services.of('middleware').ask(call, { limitMs, read: readStatus })).toBe(200);
});

it('a service gets the id of the browser’s request, and only headers that the gateway wrote', async () => {
  await ask({ requestId: 'b1', bearer: 'key', headers: { 'x-own': '1' } });
  const [heard] = server.heard;
  const { host, ...headers } = heard?.headers ?? {};
  const written = { accept: 'application/json', 'x-own': '1', authorization: 'Bearer key', 'x-request-id': 'b1' };
  expect(headers).toEqual({ ...written, connection: 'keep-alive' });
});

it('the gateway follows no redirect of a service', async () => {
  const inner = await startScriptedServer();
  for (const code of [301, 302, 303, 307, 308]) {
    server.on(path, status(code, { location: `${inner.origin}/` }));
    expect(await ask()).toBe(code);
  }
  expect(inner.heard).toEqual([]);
  await inner.close();
});

it.each([
  ['502', status(502), 200],
  ['503', status(503), 200],
  ['504', status(504), 200],
  ['a broken connection', broken, 200],
  ['500', status(500), 500],
  ['429', status(429), 429],
  ['half an answer', halfway, 'upstream-failed'],
] as const)('after %s the gateway repeats only a repeatable call that the service did not get', async (_, script, told) => {
  server.on(path, once(script));
  expect(await ask({ isRepeatable: true })).toBe(told);
  const times = told === 200 ? 2 : 1;
  expect([server.count(path), await counted('enfilade_upstream_retries_total{service="settings"}')]).toEqual([times, times - 1]);
  server.on(path, once(script));
  expect(await ask()).not.toBe(200);
  expect(server.count(path)).toBe(times + 1);
});

it('a call is repeated once, within the time limit of the first attempt', async () => {
  server.on(path, status(503));
  expect([await ask({ isRepeatable: true }), server.count(path)]).toEqual([503, 2]);
  server.on(path, (_, response) => {
    clock.turn(limitMs / 2);
    server.on(path, () => clock.turn(limitMs / 2));
    response.destroy();
  });
  expect([await ask({ isRepeatable: true }), server.count(path)]).toEqual(['upstream-timeout', 4]);
});
