import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { afterEach, expect, it } from '@rstest/core';
import { request } from 'undici';
import { z } from 'zod';
import { type AdmissionLimits, createAdmission } from './admission.ts';
import { errorMessages } from './exchange.ts';

const requestId = 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6';
const generous: AdmissionLimits = { waitMs: 100, underWay: 1_000 };
const fewest = 50;
const fewestWaiting = 64;

/** Answers every path at once, and `/held` when the test ends the answer. */
async function listen(limits: Partial<AdmissionLimits> = {}, given?: RequestListener) {
  const held: ServerResponse[] = [];
  const handle = given ?? (({ url }, response) => void (url === '/held' ? held.push(response) : response.end()));
  let now = 0;
  let turnEnds = () => {};
  let look = () => {};
  let utilization = 0;
  let shed = 0;
  const admission = createAdmission({
    limits: { ...generous, ...limits },
    headers: ['x-content-type-options', 'nosniff'],
    onShed: () => {
      shed += 1;
    },
    now: () => now,
    afterTurn: (end) => {
      turnEnds = end;
    },
    afterMs: (_, call) => {
      look = call;
    },
    utilization: () => utilization,
  });
  const server = createServer(admission.guard(handle));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const get = async (path = '/', headers = {}) => {
    const { statusCode: status, headers: answered, body } = await request(origin + path, { headers });
    return { status, headers: answered, text: await body.text() };
  };
  return {
    admission,
    get,
    shed: () => shed,
    held,
    hold: async (count: number) => {
      const asked = Array.from({ length: count }, () => get('/held'));
      for (const all = held.length + count; held.length < all; ) await new Promise((resolve) => setImmediate(resolve));
      return asked;
    },
    async send(text: string) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(text);
      return socket;
    },
    pass: (ms: number) => {
      now += ms;
    },
    endTurn: () => turnEnds(),
    /** Simulates this number of checks, `ms` apart, while the process is busy for this share of the time. */
    work: (part: number, looks: number, ms = 50) => {
      utilization = part;
      for (let one = 0; one < looks; one += 1) {
        now += ms;
        look();
      }
    },
    /** Sends requests in the current turn and expects 200 for each. */
    serve: async (count: number) => {
      for (let one = 0; one < count; one += 1) expect((await get()).status).toBe(200);
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

let site: Awaited<ReturnType<typeof listen>>;
afterEach(() => site.close());

it('admission refuses a request that waited longer than the limit in a turn of many requests, until the turn ends', async () => {
  site = await listen();
  await site.serve(fewest);
  site.pass(100);
  await site.serve(1);
  site.pass(1);
  const { status, headers, text } = await site.get('/', { 'x-request-id': requestId });
  expect([status, headers['retry-after'], headers['connection']]).toEqual([503, '1', 'keep-alive']);
  const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  expect(headers).toMatchObject({ ...json, 'x-content-type-options': 'nosniff', 'x-request-id': requestId });
  const error = { code: 'busy', message: errorMessages.busy, retryAfterSeconds: 1, requestId };
  expect(z.strictObject(gatewayErrorSchema.shape).parse(JSON.parse(text))).toEqual(error);
  site.endTurn();
  await site.serve(1);
  expect(site.shed()).toBe(1);
});

it('admission accepts every request of a long turn with few requests', async () => {
  site = await listen();
  await site.serve(fewest - 1);
  site.pass(60_000);
  await site.serve(1);
  expect((await site.get()).status).toBe(503);
});

it('admission refuses requests beyond the limit under way and accepts again once an answer has ended', async () => {
  site = await listen({ underWay: 2 });
  const asked = await site.hold(2);
  expect((await site.get()).status).toBe(503);
  site.held[0]?.end();
  expect((await Promise.race(asked)).status).toBe(200);
  await site.serve(1);
  site.held[1]?.end();
  await Promise.all(asked);
});

it('admission lowers the limit of waiting requests while the process is busy, down to a minimum, and raises the limit afterwards', async () => {
  site = await listen();
  const asked = await site.hold(fewestWaiting);
  site.work(1, 4);
  site.endTurn();
  expect((await site.get()).status, 'a burst').toBe(200);
  site.work(1, 30);
  site.endTurn();
  expect((await site.get()).status).toBe(503);
  site.held[0]?.write('begun');
  expect((await site.get()).status, 'a begun answer does not count as waiting').toBe(200);
  const last = await site.hold(1);
  expect((await site.get()).status).toBe(503);
  site.work(0.5, 1);
  site.endTurn();
  expect((await site.get()).status).toBe(200);
  for (const response of site.held) response.end();
  await Promise.all([...asked, ...last]);
});

it('admission does not count a request as waiting while its body is being sent', async () => {
  let begun = 0;
  site = await listen({}, (asked, response) => {
    begun += 1;
    asked.resume().on('end', () => response.end('served'));
  });
  const half = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{';
  const sending = await Promise.all(Array.from({ length: fewestWaiting + 1 }, () => site.send(half)));
  while (begun < sending.length) await new Promise((resolve) => setImmediate(resolve));
  site.work(1, 30);
  site.endTurn();
  await site.serve(1);
  for (const socket of sending) socket.destroy();
});

it('admission always accepts monitoring requests', async () => {
  site = await listen();
  await site.serve(fewest);
  site.pass(1_000);
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await site.get(path)).status).toBe(200);
  for (const path of ['/healthz/', '/metrics?a=1', '/healthz.']) expect((await site.get(path)).status).toBe(503);
  expect(site.shed()).toBe(3);
});

it('a closing site answers /readyz with 503, serves all other requests and closes their connections', async () => {
  site = await listen();
  const [begun] = await site.hold(1);
  site.admission.close();
  const { status, headers } = await site.get('/readyz');
  expect([status, headers['retry-after'], headers['connection']]).toEqual([503, '1', 'close']);
  expect(await site.get('/healthz')).toMatchObject({ status: 200, headers: { connection: 'close' } });
  site.held[0]?.end('in the end');
  expect(await begun).toMatchObject({ status: 200, headers: { connection: 'close' }, text: 'in the end' });
  expect(site.shed()).toBe(0);
});
