import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import type { RoomDown, RoomUp } from '../voice/room-protocol.ts';
import { giveUpAfterMs, RoomConnection, retryDelay } from './room-connection.ts';
import type { OpenSocket, SocketEvents } from './room-socket.ts';

/** A socket whose far end is this test. */
interface FakeSocket {
  events: SocketEvents;
  sent: RoomUp[];
  isOpen: boolean;
  isClosed: boolean;
}

let sockets: FakeSocket[] = [];
let emitted: string[] = [];
let clock = createHandClock();
let connection: RoomConnection;
let isUnknown = false;

const open: OpenSocket = (_url, events) => {
  const socket: FakeSocket = { events, sent: [], isOpen: false, isClosed: false };
  sockets.push(socket);
  return {
    get isOpen() {
      return socket.isOpen;
    },
    send: (message) => socket.sent.push(message),
    sendSound: () => {},
    close() {
      socket.isClosed = true;
      socket.isOpen = false;
    },
  };
};

const last = () => sockets.at(-1) as FakeSocket;
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

function acceptJoin(has = 0): void {
  last().isOpen = true;
  last().events.opened();
  const joined: RoomDown = {
    t: 'joined',
    sessionId: 'v1',
    sampleRate: 22_050,
    isReturn: sockets.length > 1,
    speaker: { sessionId: 'guide', userName: 'Vapi Speaker' },
    carriesVideo: false,
    received: has,
  };
  last().events.message(joined);
}

function breakConnection(code = 1006): void {
  last().isOpen = false;
  last().events.closed(code);
}

beforeEach(() => {
  sockets = [];
  emitted = [];
  isUnknown = false;
  clock = createHandClock();
  connection = new RoomConnection(
    { url: 'ws://room/ws', clock, open, isUnknown: () => Promise.resolve(isUnknown), receivedMs: () => 1_234.4 },
    {
      joined: () => emitted.push('joined'),
      message: ({ t }) => emitted.push(t),
      sound: () => emitted.push('sound'),
      lost: () => emitted.push('lost'),
      restored: () => emitted.push('restored'),
      closed: (cause) => emitted.push(`closed: ${cause}`),
    },
  );
  connection.start();
});

afterEach(() => {
  connection.end();
  // Whatever happened: no timer and no socket outlives a connection.
  expect([clock.waiting(), sockets.every(({ isClosed }) => isClosed)]).toEqual([0, true]);
});

describe('the connection to a room', () => {
  it('the connection to a room joins, and says goodbye when it ends', () => {
    acceptJoin();
    connection.end();
    expect([emitted, last().sent]).toEqual([['joined'], [{ t: 'join' }, { t: 'leave' }]]);
  });

  it('the connection to a room comes back into the same room with what it has, after 300 ms', () => {
    acceptJoin();
    breakConnection();
    expect(emitted).toEqual(['joined', 'lost']);
    clock.pass(299);
    expect(sockets).toHaveLength(1);
    clock.pass(1);
    acceptJoin();
    expect([emitted.at(-1), last().sent]).toEqual(['restored', [{ t: 'join', sessionId: 'v1', receivedMs: 1_234, received: 0 }]]);
  });

  it('the connection to a room sends later what was sent meanwhile, but no sound', () => {
    acceptJoin();
    breakConnection();
    connection.send({ t: 'app', data: 'hello' });
    connection.send({ t: 'played', ms: 1, queuedMs: 1 });
    expect(connection.sendSound(new ArrayBuffer(2))).toBe(false);
    clock.pass(300);
    acceptJoin();
    expect(last().sent.slice(1)).toEqual([{ t: 'app', n: 1, data: 'hello' }]);
  });

  it('the connection to a room sends again what the room did not get over a connection that was dead already, and nothing it has', () => {
    acceptJoin();
    for (const data of ['one', 'two', 'three']) connection.send({ t: 'app', data });
    last().events.message({ t: 'tick', received: 1 });
    breakConnection();
    clock.pass(300);
    acceptJoin(2);
    expect(last().sent.slice(1)).toEqual([{ t: 'app', n: 3, data: 'three' }]);
  });

  it('the connection to a room says what has arrived, and ignores what comes a second time', () => {
    acceptJoin();
    const app: RoomDown = { t: 'app', n: 1, from: 'guide', data: 'listening' };
    last().events.message(app);
    last().events.message({ t: 'tick', received: 0 });
    last().events.message({ t: 'tick', received: 0 });
    expect(last().sent.slice(1)).toEqual([{ t: 'received', n: 1 }]);
    breakConnection();
    clock.pass(300);
    acceptJoin();
    last().events.message(app);
    last().events.message({ ...app, n: 2 });
    expect([emitted, last().sent[0]]).toEqual([
      ['joined', 'app', 'lost', 'restored', 'app'],
      { t: 'join', sessionId: 'v1', receivedMs: 1_234, received: 1 },
    ]);
  });

  it('the connection to a room gives up 30 s after the loss, whatever else the site answers', () => {
    isUnknown = true;
    acceptJoin();
    breakConnection();
    for (let passed = 0; passed < giveUpAfterMs; passed += 100) {
      clock.pass(100);
      if (last().isClosed) continue;
      breakConnection();
    }
    expect([emitted, sockets.length > 15]).toEqual([['joined', 'lost', 'closed: no-answer'], true]);
  });

  it('the connection to a room treats a connection as lost that is silent for 3 s, though its socket says nothing', () => {
    acceptJoin();
    for (let second = 0; second < 5; second++) {
      clock.pass(500);
      clock.pass(500);
      last().events.message({ t: 'tick', received: 0 });
    }
    expect(emitted).toEqual(['joined']);
    for (let half = 0; half < 6; half++) clock.pass(500);
    expect([emitted, last().isClosed]).toEqual([['joined', 'lost'], true]);
  });

  it('the connection to a room does not blame the connection for a page that slept', () => {
    acceptJoin();
    clock.pass(60_000);
    expect(emitted).toEqual(['joined']);
  });

  it.each([
    [4004, 'closed: no-room'],
    [4009, 'closed: replaced'],
  ])('the connection to a room detects at once from the code %d that it cannot be restored', (code, cause) => {
    acceptJoin();
    breakConnection(code);
    expect(emitted).toEqual(['joined', cause]);
  });

  it.each([
    [true, 'closed: no-room'],
    [false, 'closed: no-answer'],
  ])(
    'the connection to a room does not try a first time twice, and asks why it was not let in (room unknown: %s)',
    async (unknown, cause) => {
      isUnknown = unknown;
      breakConnection();
      await nextTick();
      expect(emitted).toEqual([cause]);
    },
  );

  it('the connection to a room leaves a try that hangs after 5 s', () => {
    acceptJoin();
    breakConnection();
    clock.pass(300);
    clock.pass(5_000);
    clock.pass(2_000);
    expect([sockets.length, sockets[1]?.isClosed]).toEqual([3, true]);
  });

  it('the connection to a room tries at once when the network is back', () => {
    acceptJoin();
    connection.drop();
    connection.retryNow();
    acceptJoin();
    expect(emitted).toEqual(['joined', 'lost', 'restored']);
  });
});

describe('the wait before the next try', () => {
  it('the wait before the next try grows from 300 ms to 2 s and never shrinks', () => {
    expect([0, 1, 2, 3, 4].map(retryDelay)).toEqual([300, 600, 1_200, 2_000, 2_000]);
    fc.assert(fc.property(fc.nat(100), (failures) => retryDelay(failures + 1) >= retryDelay(failures)));
  });
});
