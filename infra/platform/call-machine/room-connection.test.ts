import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import fc from 'fast-check';
import type { RoomUp } from '../voice/connection.ts';
import type { RoomDown } from '../voice/room-protocol.ts';
import { giveUpAfterMs, type OpenSocket, RoomConnection, retryDelay, type SocketEvents } from './room-connection.ts';

interface FakeSocket {
  events: SocketEvents;
  sent: (RoomUp | ArrayBuffer)[];
  isClosed: boolean;
}

let sockets: FakeSocket[] = [];
let emitted: string[] = [];
let clock = createHandClock();
let connection: RoomConnection;

const open: OpenSocket = (_url, events) => {
  const socket: FakeSocket = { events, sent: [], isClosed: false };
  sockets.push(socket);
  return {
    send: (message) => socket.sent.push(message),
    close() {
      socket.isClosed = true;
    },
  };
};

const last = () => sockets.at(-1) as FakeSocket;
const soundOf = (ms: number) => new ArrayBuffer(2 * Math.round(ms * 22.05));

function acceptJoin(has = 0): void {
  last().events.opened();
  const speaker = { sessionId: 'guide', userName: 'Vapi Speaker' };
  const room = { sessionId: 'v1', sampleRate: 22_050, isReturn: sockets.length > 1, carriesVideo: false };
  last().events.message({ t: 'joined', ...room, speaker, received: has });
}

function breakConnection(code = 1006): void {
  last().events.closed(code);
}

/** The next try, after the first delay, succeeds. */
function reconnect(has = 0): void {
  clock.pass(300);
  acceptJoin(has);
}

beforeEach(() => {
  sockets = [];
  emitted = [];
  clock = createHandClock();
  connection = new RoomConnection(
    { url: 'ws://room/ws', clock, open },
    {
      joined: () => emitted.push('joined'),
      message: ({ t }) => emitted.push(t),
      sound: () => {},
      lost: () => emitted.push('lost'),
      restored: () => emitted.push('restored'),
      closed: (cause) => emitted.push(`closed: ${cause}`),
    },
  );
  connection.start();
});

afterEach(() => {
  connection.end();
  // No timer and no socket outlives a connection.
  expect([clock.waiting(), sockets.every(({ isClosed }) => isClosed)]).toEqual([0, true]);
});

it('A room connection joins, and sends “leave” when it ends', () => {
  acceptJoin();
  connection.end();
  expect([emitted, last().sent]).toEqual([['joined'], [{ t: 'join' }, { t: 'leave' }]]);
});

it('A lost room connection joins the same room again after 300 ms and says how much it has received', () => {
  acceptJoin();
  last().events.sound(soundOf(1_000));
  last().events.sound(soundOf(234.4));
  breakConnection();
  expect(emitted).toEqual(['joined', 'lost']);
  clock.pass(299);
  expect(sockets).toHaveLength(1);
  clock.pass(1);
  acceptJoin();
  expect([emitted.at(-1), last().sent]).toEqual(['restored', [{ t: 'join', sessionId: 'v1', receivedMs: 1_234, received: 0 }]]);
});

it('After a reconnection the page sends the app messages that the room has not received, but no sound and no reports', () => {
  acceptJoin();
  for (const data of ['one', 'two', 'three']) connection.send({ t: 'app', data });
  last().events.message({ t: 'tick', received: 1 });
  breakConnection();
  connection.send({ t: 'app', data: 'four' });
  connection.send({ t: 'played', ms: 1, queuedMs: 1 });
  connection.send(new ArrayBuffer(2));
  reconnect(2);
  expect(last().sent.slice(1)).toEqual(['three', 'four'].map((data, at) => ({ t: 'app', n: 3 + at, data })));
});

it('The page confirms each app message once and ignores a repeated one', () => {
  acceptJoin();
  const app: RoomDown = { t: 'app', n: 1, from: 'guide', data: 'listening' };
  last().events.message(app);
  last().events.message({ t: 'tick', received: 0 });
  last().events.message({ t: 'tick', received: 0 });
  expect(last().sent.slice(1)).toEqual([{ t: 'received', n: 1 }]);
  breakConnection();
  reconnect();
  last().events.message(app);
  last().events.message({ ...app, n: 2 });
  expect([emitted, last().sent[0]]).toEqual([
    ['joined', 'app', 'lost', 'restored', 'app'],
    { t: 'join', sessionId: 'v1', receivedMs: 0, received: 1 },
  ]);
});

it('A lost room connection closes after 30 s', () => {
  acceptJoin();
  breakConnection();
  for (let passed = 0; passed < giveUpAfterMs; passed += 100) {
    clock.pass(100);
    if (last().isClosed) continue;
    breakConnection();
  }
  expect([emitted, sockets.length > 15]).toEqual([['joined', 'lost', 'closed: no-answer'], true]);
});

it('A room connection counts as lost after 3 s without a message, even if its socket stays open, but not after a suspension', () => {
  acceptJoin();
  for (let second = 0; second < 5; second++) {
    clock.pass(500);
    clock.pass(500);
    last().events.message({ t: 'tick', received: 0 });
  }
  expect(emitted).toEqual(['joined']);
  clock.pass(60_000);
  expect(emitted).toEqual(['joined']);
  for (let half = 0; half < 6; half++) clock.pass(500);
  expect([emitted, last().isClosed]).toEqual([['joined', 'lost'], true]);
});

it.each([
  [4004, 'closed: no-room'],
  [4009, 'closed: replaced'],
])('Close code %d ends a room connection without a retry', (code, cause) => {
  acceptJoin();
  breakConnection(code);
  expect(emitted).toEqual(['joined', cause]);
});

it('A first connection that fails is not retried', () => {
  breakConnection();
  expect(emitted).toEqual(['closed: no-answer']);
});

it('A reconnection attempt without an answer is abandoned after 5 s', () => {
  acceptJoin();
  breakConnection();
  clock.pass(300);
  clock.pass(5_000);
  clock.pass(2_000);
  expect([sockets.length, sockets[1]?.isClosed]).toEqual([3, true]);
});

it('A lost room connection reconnects at once when the network is back, else after a delay that grows from 300 ms to 2 s', () => {
  acceptJoin();
  connection.drop();
  connection.retryNow();
  acceptJoin();
  expect(emitted).toEqual(['joined', 'lost', 'restored']);
  expect([0, 1, 2, 3, 4].map(retryDelay)).toEqual([300, 600, 1_200, 2_000, 2_000]);
  fc.assert(fc.property(fc.nat(100), (failures) => retryDelay(failures + 1) >= retryDelay(failures)));
});
