import { createServer, request as requestRaw } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPage } from '@enfilade/server/gateway/page/page-html';
import { type ScriptedServer, sendJson, startScriptedServer } from '@enfilade/server/gateway/testing/scripted-server';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { request } from 'undici';
import { WebSocket, WebSocketServer } from 'ws';
import type { DevServer } from './dev-server.ts';
import { readPageSet } from './local-page.ts';
import { DevError } from './terminal.ts';
import { createDevServerParts } from './testing/dev-server-parts.ts';
import { localBuild, museumId, siteSet } from './testing/samples.ts';

const html = { accept: 'text/html,*/*' };
const composition = `/api/compositions/${museumId}`;
const fill = createPage('<!doctype html><html><head></head><body><div id="first-paint"></div></body></html>', () => ['site==']);
const page = fill({ language: 'en', museumId, set: siteSet(), preloads: [] });

let site: ScriptedServer;
let server: DevServer;
let parts: ReturnType<typeof createDevServerParts>;

beforeEach(async () => {
  site = await startScriptedServer();
  parts = createDevServerParts();
  parts.builds.put(localBuild('visit', '0.1.0-dev.aaaaaaaa'));
  site.on('/', (_, response) => void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag: '"site"' }).end(page));
  site.on(composition, (_, response) => sendJson(response, 200, siteSet()));
  server = await parts.open(() => site.origin);
});
afterEach(async () => {
  await server.close();
  await site.close();
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: received, body } = await request(server.origin + path, { headers });
  return { status: statusCode, headers: received, text: await body.text() };
};

it('the dev server pins the local build in the page and serves the files that the page names', async () => {
  const { text } = await get('/', html);
  const remote = readPageSet(text)?.remotes['visit'];
  expect(remote?.version).toBe('0.1.0-dev.aaaaaaaa');
  expect(text).toContain('<head><script src="/__dev/client.js"></script>');
  for (const [path, integrity] of Object.entries(remote?.integrity ?? {})) {
    const file = await get(path);
    expect([file.status, file.headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/(javascript|css)/)]);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-384', Buffer.from(file.text)));
    expect(`sha384-${Buffer.from(hash).toString('base64')}`).toBe(integrity);
  }
  expect(await get('/remotes/visit/0.1.0-dev.aaaaaaaa/remoteEntry.js.map')).toMatchObject({ status: 200, text: '{}' });
});

it('the dev server answers a page that has the set with the set of the newest build', async () => {
  const first = await get(composition, { 'if-none-match': '"site"' });
  expect(first.headers['etag']).toBeUndefined();
  expect(site.heard.at(-1)?.headers['if-none-match']).toBeUndefined();
  parts.builds.put(localBuild('visit', '0.1.0-dev.bbbbbbbb'));
  const second = await get(composition);
  expect([second.status, JSON.parse(second.text).remotes.visit.version]).toEqual([200, '0.1.0-dev.bbbbbbbb']);
  expect(second.headers['content-length']).toBe(String(Buffer.byteLength(second.text)));
});

it('the dev server sends each new build as an event to open pages', async () => {
  const { body } = await request(`${server.origin}/__dev/events`);
  const heard = body[Symbol.asyncIterator]();
  expect(String((await heard.next()).value)).toMatch(/event: hello\ndata: "[0-9a-f-]{36}"\n\n$/);
  server.send('built', { name: 'visit', hash: 'h2' });
  expect(String((await heard.next()).value)).toBe('event: built\ndata: {"name":"visit","hash":"h2"}\n\n');
});

it('the dev server accepts reports of pages and passes no report to the site', async () => {
  const reports = [{ remote: 'visit', version: '0.1.0-dev.aaaaaaaa', kind: 'render-error', code: 'screen' }];
  const body = JSON.stringify({ sequence: 43, reports });
  const { statusCode } = await request(`${server.origin}/api/reports`, { method: 'POST', body });
  expect([statusCode, site.count('/api/reports')]).toEqual([204, 0]);
});

it('a set pins the version that its page changes in place, and the newest build for other pages', async () => {
  parts.builds.put(localBuild('visit', '0.1.0-dev.bbbbbbbb'));
  const versionFor = async (running: Record<string, string>) => JSON.parse((await get(composition, running)).text).remotes.visit.version;
  expect(await versionFor({ 'x-enfilade-dev': 'visit@0.1.0-dev.aaaaaaaa landing@1.0.0' })).toBe('0.1.0-dev.aaaaaaaa');
  expect(await versionFor({ 'x-enfilade-dev': 'visit@0.1.0-dev.99999999' })).toBe('0.1.0-dev.bbbbbbbb');
  expect(await versionFor({})).toBe('0.1.0-dev.bbbbbbbb');
});

it('a request of a local page reaches the site with the headers of the site’s own page', async () => {
  site.on('/api/chat', (_, response) => void response.setHeader('set-cookie', '__Host-visit=v; Path=/; Secure; HttpOnly').end('{}'));
  const post = (origin: string, headers: Record<string, string> = {}) =>
    request(`${server.origin}/api/chat`, {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'x-enfilade': '1', 'sec-fetch-site': 'same-origin', origin, referer: `${origin}/visit?museum=1`, ...headers },
    });
  const first = await post(server.origin);
  expect(first.headers['set-cookie']).toBe('dev-__Host-visit=v; Path=/; HttpOnly');
  await post(server.origin, { cookie: 'dev-__Host-visit=v; museumID=b' });
  await post('http://evil.example');
  const expected = (origin: string, cookie?: string) => {
    const headers = { origin, cookie, referer: `${origin}/visit?museum=1`, host: new URL(site.origin).host };
    return { body: '{"a":1}', headers: expect.objectContaining({ ...headers, 'x-enfilade': '1', 'sec-fetch-site': 'same-origin' }) };
  };
  const seen = site.heard.map(({ headers, body }) => ({ body, headers: { cookie: undefined, ...headers } }));
  expect(seen).toEqual([expected(site.origin), expected(site.origin, '__Host-visit=v; museumID=b'), expected('http://evil.example')]);
});

it('the dev server streams an answer of the site and closes the stream when the page leaves', async () => {
  const left = new Promise<void>((resolve) => {
    site.on('/api/stream', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      response.once('close', resolve);
    });
  });
  const { body } = await request(`${server.origin}/api/stream`, { headers: { accept: 'text/event-stream' } });
  expect(String((await body[Symbol.asyncIterator]().next()).value)).toBe('data: 1\n\n');
  body.destroy();
  await left;
});

it('the dev server passes bytes unchanged and rewrites redirects of the site to its own address', async () => {
  const bytes = Buffer.from([0, 1, 2, 255]);
  site.on(
    '/a.mp3',
    (_, response) => void response.writeHead(206, { 'content-type': 'audio/mpeg', 'content-range': 'bytes 0-3/9' }).end(bytes),
  );
  site.on('/old', (_, response) => void response.writeHead(302, { location: `${site.origin}/new?x=1` }).end());
  const sound = await request(`${server.origin}/a.mp3`);
  expect([sound.statusCode, sound.headers['content-range']]).toEqual([206, 'bytes 0-3/9']);
  expect(Buffer.from(await sound.body.arrayBuffer())).toEqual(bytes);
  expect((await get('/old')).headers['location']).toBe(`${server.origin}/new?x=1`);
});

it('the dev server rewrites the address of a call’s room to its own and passes the WebSocket on', async () => {
  const web = createServer();
  const rooms = new WebSocketServer({ server: web });
  rooms.on('connection', (socket, asked) => socket.on('message', (words) => socket.send(`${asked.headers.origin} ${words}`)));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const other = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  web.on('request', (_, response) => sendJson(response, 200, { webCallUrl: `${other}/voice/room/1` }));
  const second = await parts.open(() => other);
  const call = await request(`${second.origin}/api/voice/call/web`, { method: 'POST' });
  expect(await call.body.json()).toEqual({ webCallUrl: `${second.origin}/voice/room/1` });
  const socket = new WebSocket(`${second.origin.replace('http', 'ws')}/voice/room/1/ws`, { origin: second.origin });
  await new Promise((resolve) => socket.once('open', resolve));
  const answer = new Promise((resolve) => socket.once('message', (words) => resolve(String(words))));
  socket.send('hello');
  expect(await answer).toBe(`${other} hello`);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await second.close();
  await closed;
  rooms.close();
  await new Promise((resolve) => web.close(resolve));
});

it('the dev server repeats a GET at the new site if the old site closes during the request', async () => {
  const closing = await startScriptedServer();
  let place = closing.origin;
  closing.on('/api/museums', (_, response) => {
    place = site.origin;
    response.destroy();
  });
  site.on('/api/museums', (_, response) => sendJson(response, 200, { from: 'the new one' }));
  const second = await parts.open(() => place);
  const answer = await request(`${second.origin}/api/museums`);
  expect([answer.statusCode, await answer.body.json()]).toEqual([200, { from: 'the new one' }]);
  await second.close();
  await closing.close();
});

it('the dev server responds with 502 and the reason if the site does not answer', async () => {
  await site.close();
  expect(await get('/', html)).toMatchObject({ status: 502, text: `${site.origin} does not answer (ECONNREFUSED).\n` });
});

it('the dev server responds with 421 to a host name that does not belong to this machine', async () => {
  const statusFor = (host: string) =>
    new Promise((resolve) => {
      requestRaw(server.origin, { headers: { host } }, (response) => resolve(response.resume().statusCode)).end();
    });
  const { port } = new URL(server.origin);
  expect(await statusFor(`localhost:${port}`)).toBe(200);
  expect(await statusFor('evil.example')).toBe(421);
  expect(await statusFor(`evil.example:${port}`)).toBe(421);
});

it('the dev server refuses a port in use with a sentence that names --port', async () => {
  const taken = parts.open(() => site.origin, Number(new URL(server.origin).port));
  await expect(taken).rejects.toThrow(DevError);
  await expect(taken).rejects.toThrow(/in use by another program; .*--port/);
});
