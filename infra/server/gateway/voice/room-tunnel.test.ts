import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { WebSocket, WebSocketServer } from 'ws';
import { getRaw, readRaw, sendRaw } from '../testing/raw-request.ts';
import { type ScriptedUpstreams, startScriptedUpstreams } from '../testing/scripted-upstreams.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { askCall, type Caller, callOf } from '../testing/voice-client.ts';

const anyRoom = '/voice/room/0b6f2c1e-7a53-4a0c-9a5e-2f8f0f7a9f11/ws';

let upstreams: ScriptedUpstreams;
let rooms: WebSocketServer;
let gateway: TestGateway;
let caller: Caller;
let room: string;
let joined: { line: WebSocket; url: string | undefined; headers: IncomingHttpHeaders }[];
beforeEach(async () => {
  joined = [];
  upstreams = await startScriptedUpstreams();
  rooms = new WebSocketServer({ server: upstreams.server });
  rooms.on('connection', (line, { url, headers }) => {
    joined.push({ line, url, headers });
    line.on('message', (data, isBinary) => line.send(data, { binary: isBinary }));
  });
  gateway = await startTestGateway({ upstreamOrigin: upstreams.origin });
  caller = await askCall(gateway);
  room = `/voice/room/${callOf(caller).id}/ws`;
});
afterEach(async () => {
  await gateway.close();
  for (const { line } of joined) line.terminate();
  rooms.close();
  await upstreams.close();
});

const ofVisit = () => ({ origin: gateway.origin, cookie: caller.cookie });
const join = (headers: Record<string, string> = ofVisit(), path = room) => {
  const line = new WebSocket(gateway.origin.replace('http', 'ws') + path, { headers });
  line.on('error', () => undefined);
  return line;
};
const refusal = (line: WebSocket) =>
  new Promise<number | undefined>((resolve) => line.once('unexpected-response', (_, { statusCode }) => resolve(statusCode)));

it('a room’s connection carries text and sound both ways, without cookie and origin to the platform', async () => {
  const line = join({ origin: gateway.origin, cookie: `museumID=private; ${caller.cookie}` });
  await once(line, 'open');
  line.send('{"t":"join"}');
  expect(String((await once(line, 'message'))[0])).toBe('{"t":"join"}');
  const sound = Buffer.alloc(64_000, 7);
  line.send(sound);
  const [heard, isBinary] = await once(line, 'message');
  expect([(heard as Buffer).equals(sound), isBinary]).toEqual([true, true]);
  expect([joined[0]?.url, joined[0]?.headers.cookie, joined[0]?.headers.origin]).toEqual([room, undefined, undefined]);
});

it.each<[string, (ends: { visitor: WebSocket; room: WebSocket }) => void, 'visitor' | 'room', number]>([
  ['the visitor closes it', ({ visitor }) => visitor.close(1000), 'room', 1000],
  ['the platform closes it', (ends) => ends.room.close(4004), 'visitor', 4004],
  ['the visitor breaks it', ({ visitor }) => visitor.terminate(), 'room', 1006],
  ['the platform breaks it', (ends) => ends.room.terminate(), 'visitor', 1006],
])('a room’s connection ends on both sides when %s, with the close code', async (_, act, other, code) => {
  const visitor = join();
  await once(visitor, 'open');
  const ends = { visitor, room: joined[0]?.line as WebSocket };
  const ended = once(ends[other], 'close');
  act(ends);
  expect((await ended)[0]).toBe(code);
});

it.each([
  ['of another site', () => ({ ...ofVisit(), origin: 'https://evil.example' }), anyRoom],
  ['without an origin', () => ({ cookie: caller.cookie }), anyRoom],
  ['of a hidden origin', () => ({ ...ofVisit(), origin: 'null' }), anyRoom],
  ['without a visit', () => ({ origin: gateway.origin }), undefined],
  ['of a forged visit', () => ({ ...ofVisit(), cookie: `${caller.cookie.slice(0, -4)}AAAA` }), undefined],
  ['with an invented gateway’s key', () => ({ 'x-enfilade-room-key': 'A'.repeat(24) }), undefined],
  ['with a gateway’s key that is not ASCII', () => ({ 'x-enfilade-room-key': `${'A'.repeat(23)}é` }), undefined],
  ['to a malformed room', undefined, '/voice/room/none/ws'],
  ['beside the room', undefined, anyRoom.replace('/ws', '')],
  ['past the room', undefined, `${anyRoom}/../../../call/web`],
  ['with a query', undefined, `${anyRoom}?x=1`],
  ['to the API', undefined, '/api/chat'],
  ['to the page', undefined, '/'],
])('a connection %s is refused with 404, and the platform does not see the request', async (_, headers, path) => {
  expect(await refusal(join(headers?.(), path))).toBe(404);
  expect(joined).toEqual([]);
});

it('a connection to another visit’s room, or to a room without a running call, is closed as unknown, also if its client never answers the close', async () => {
  const other = await askCall(gateway);
  const lines = [join(undefined, anyRoom), join(undefined, anyRoom), join({ ...ofVisit(), cookie: other.cookie })];
  expect((await Promise.all(lines.map((line) => once(line, 'close')))).map(([code]) => code)).toEqual([4004, 4004, 4004]);
  // A raw connection that never answers the close frame.
  const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13';
  const host = new URL(gateway.origin).host;
  const head = `GET ${anyRoom} HTTP/1.1\r\nhost: ${host}\r\norigin: ${gateway.origin}\r\ncookie: ${caller.cookie}\r\nconnection: upgrade\r\nupgrade: websocket`;
  expect(await sendRaw(gateway.origin, `${head}\r\n${key}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 101 /);
  await gateway.remove(`/api/voice/calls/${callOf(caller).id}`, { cookie: caller.cookie });
  expect((await once(join(), 'close'))[0]).toBe(4004);
  expect(joined).toEqual([]);
});

it('two hundred connections to unknown rooms cause no request to the platform; requests without a visit get 404', async () => {
  const strangers = Array.from({ length: 100 }, () => refusal(join({ origin: gateway.origin }, anyRoom)));
  const ofOneVisit = Array.from({ length: 100 }, () => {
    const line = join(undefined, anyRoom);
    return Promise.race([refusal(line), once(line, 'close').then(([code]) => code as number)]);
  });
  expect(new Set(await Promise.all(strangers))).toEqual(new Set([404]));
  expect(new Set(await Promise.all(ofOneVisit))).toEqual(new Set([429, 4004]));
  expect(joined).toEqual([]);
});

it('a visit may have three connections at once, and a new one after one has ended', async () => {
  const lines = [join(), join(), join()];
  await Promise.all(lines.map((line) => once(line, 'open')));
  expect(await refusal(join())).toBe(429);
  lines[0]?.terminate();
  await once(joined[0]?.line as WebSocket, 'close');
  await once(join(), 'open');
});

it('an upgrade to another protocol, and a plain request, are refused with 404', async () => {
  const upgrade = `GET ${anyRoom} HTTP/1.1\r\nhost: a\r\norigin: http://a\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n`;
  const raw = await sendRaw(gateway.origin, upgrade);
  expect(raw.split('\r\n')[0]).toBe('HTTP/1.1 404 Not Found');
  expect(readRaw(await getRaw(gateway, anyRoom))).toMatchObject({ status: 404, body: { code: 'not-found' } });
});

it('a connection is refused with 502 while the platform is down', async () => {
  await upstreams.close();
  expect(await refusal(join())).toBe(502);
});

it('a closing site closes its rooms’ connections', async () => {
  const line = join();
  await once(line, 'open');
  const ends = [once(line, 'close'), once(joined[0]?.line as WebSocket, 'close')];
  await gateway.app.close();
  await Promise.all(ends);
});

it('a site with hosted rooms responds with 404 for rooms', async () => {
  await gateway.close();
  const voice = { rooms: 'hosted', hearing: 'site', slots: 2, voiceDir: '/none', callMachineOrigin: 'http://127.0.0.1:1' } as const;
  gateway = await startTestGateway({ upstreamOrigin: 'http://127.0.0.1:1', options: { voice } });
  expect(await refusal(join())).toBe(404);
});
