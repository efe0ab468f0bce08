import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { afterEach, expect, it } from '@rstest/core';
import type { FastifyReply } from 'fastify';
import { createLog } from './create-log.ts';
import { createSiteServer, type ServerLimits } from './site-server.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const until = async (holds: () => boolean) => {
  while (!holds()) await turn();
};

/** `/slow` sends nothing and `/stream` sends the beginning of its body until the test answers. */
async function listen(serverLimits: Partial<ServerLimits> = {}) {
  const clock = createHandClock();
  const held: { end(): void }[] = [];
  let overdue = 0;
  const onOverdue = () => {
    overdue += 1;
  };
  const app = createSiteServer({ clock, log: createLog({ level: 'silent', secrets: [] }), serverLimits, onOverdue });
  app.get('/quick', () => 'quick');
  app.post('/body', () => 'taken');
  app.get('/slow', (_, reply: FastifyReply) => void held.push({ end: () => reply.send('in the end') }));
  app.get('/stream', (_, reply) => {
    const stream = new Readable({ read: () => {} });
    stream.push('in the ');
    const end = () => {
      stream.push('end');
      stream.push(null);
    };
    held.push({ end });
    return reply.send(stream);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  /** Rejects if the connection breaks before the answer has ended. */
  const get = async (path: string) => {
    const asked = request({ host: '127.0.0.1', port, path, agent }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { status: response.statusCode, connection: response.headers['connection'], text: Buffer.concat(chunks).toString() };
  };
  const open = async (bytes = ''): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  };
  const ask = (...[path, times]: [string, number]) => Array.from({ length: times }, () => get(path));
  /** Begins to close the site. `finish` advances the clock until the site is closed. */
  const close = async () => {
    let isClosed = false;
    const closing = app.close().then(() => {
      isClosed = true;
    });
    await until(() => clock.waiting() === 3);
    const finish = async () => {
      for (; !isClosed; await turn()) clock.pass(5);
    };
    return { closing, finish };
  };
  return { app, clock, held, overdue: () => overdue, get, ask, open, agent, close };
}

let site: Awaited<ReturnType<typeof listen>>;
afterEach(() => site.agent.destroy());

it('a closing site does not wait for an idle connection', async () => {
  site = await listen();
  const socket = await site.open();
  const { finish } = await site.close();
  expect(socket.closed).toBe(false);
  await finish();
  socket.destroy();
});

it('a closing site calls onOverdue for an answer that does not end and then cuts the connection', async () => {
  site = await listen();
  const socket = await site.open('GET /stream HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  await until(() => site.held.length === 1);
  const { finish } = await site.close();
  site.clock.pass(300);
  await until(() => !site.app.server.listening);
  expect(site.overdue()).toBe(0);
  site.clock.pass(2_500);
  expect([site.overdue(), socket.closed]).toEqual([1, false]);
  await finish();
  socket.destroy();
});

it('a closing site completes fifty answers under way and serves further requests with connection: close', async () => {
  site = await listen();
  await Promise.all(site.ask('/quick', 10));
  const answers = [...site.ask('/slow', 25), ...site.ask('/stream', 25)];
  const late = site.ask('/quick', 10);
  await Promise.all(late);
  await until(() => site.held.length === 50);
  const { closing } = await site.close();
  const served = await Promise.all(site.ask('/quick', 10));
  expect(new Set(served.map(({ status, connection }) => `${status} ${connection}`))).toEqual(new Set(['200 close']));
  for (const one of site.held.slice(0, 40)) one.end();
  // The site stops listening while ten answers are still under way.
  site.clock.pass(300);
  await until(() => !site.app.server.listening);
  for (const one of site.held.slice(40)) one.end();
  expect((await Promise.all(answers)).map(({ status, text }) => `${status} ${text}`)).toEqual(Array(50).fill('200 in the end'));
  await closing;
  expect([site.overdue(), site.clock.waiting()]).toEqual([0, 0]);
});

it('a closing site answers /readyz with 503 at once and accepts new connections until drainMs has passed', async () => {
  site = await listen({ drainMs: 5_000 });
  const { closing, finish } = await site.close();
  expect(await site.get('/readyz')).toMatchObject({ status: 503, connection: 'close' });
  site.clock.pass(4_999);
  await turn();
  for (let times = 0; times < 3; times += 1) expect(await site.get('/quick')).toMatchObject({ status: 200, connection: 'close' });
  site.clock.pass(1);
  await until(() => !site.app.server.listening);
  await expect(site.get('/quick')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await finish();
  await closing;
});

it('slow clients do not delay other requests, and their connections are closed', async () => {
  site = await listen({ headersMs: 150, requestMs: 300 });
  const halfHead = 'POST /body HTTP/1.1\r\nhost: 127.0.0.1\r\n';
  const halfBody = `${halfHead}x-enfilade: 1\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`;
  const sockets = await Promise.all(Array.from({ length: 200 }, (_, index) => site.open(index % 2 === 0 ? halfHead : halfBody)));
  expect((await Promise.all(site.ask('/quick', 20))).map(({ text }) => text)).toEqual(Array(20).fill('quick'));
  await Promise.all(sockets.map((socket) => socket.resume()).map((socket) => socket.closed || once(socket, 'close')));
  expect((await site.get('/quick')).text).toBe('quick');
  await (await site.close()).finish();
});
