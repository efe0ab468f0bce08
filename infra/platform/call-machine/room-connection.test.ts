import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import type { RoomDown, RoomUp } from '../voice/room-protocol.ts';
import { giveUpAfterMs, RoomLine, retryDelay } from './room-connection.ts';
import type { OpenSocket, SocketEvents } from './room-socket.ts';

/** A socket whose far end is this test. */
interface HandSocket {
  events: SocketEvents;
  sent: RoomUp[];
  isOpen: boolean;
  isClosed: boolean;
}

let sockets: HandSocket[] = [];
let told: string[] = [];
let clock = createHandClock();
let line: RoomLine;
let isUnknown = false;

const open: OpenSocket = (_url, events) => {
  const socket: HandSocket = { events, sent: [], isOpen: false, isClosed: false };
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

const last = () => sockets.at(-1) as HandSocket;
const settled = () => new Promise((resolve) => setImmediate(resolve));

function answer(): void {
  last().isOpen = true;
  last().events.opened();
  const hello: RoomDown = { t: 'joined', sessionId: 'v1', sampleRate: 22_050, isReturn: sockets.length > 1, carriesVideo: false };
  last().events.message(hello);
}

function breakOff(code = 1006): void {
  last().isOpen = false;
  last().events.closed(code);
}

beforeEach(() => {
  sockets = [];
  told = [];
  isUnknown = false;
  clock = createHandClock();
  line = new RoomLine(
    { url: 'ws://room/ws', clock, open, isUnknown: () => Promise.resolve(isUnknown), receivedMs: () => 1_234.4 },
    {
      joined: () => told.push('joined'),
      message: ({ t }) => told.push(t),
      sound: () => told.push('sound'),
      lost: () => told.push('lost'),
      restored: () => told.push('restored'),
      gone: (cause) => told.push(`gone: ${cause}`),
    },
  );
  line.start();
});

afterEach(() => {
  line.end();
  // Whatever happened: no timer and no socket outlives a line.
  expect([clock.waiting(), sockets.every(({ isClosed }) => isClosed)]).toEqual([0, true]);
});

describe('the line to a room', () => {
  it('joins, and says goodbye when it ends', () => {
    answer();
    line.end();
    expect([told, last().sent]).toEqual([['joined'], [{ t: 'join' }, { t: 'leave' }]]);
  });

  it('comes back into the same room with what it has, after 300 ms', () => {
    answer();
    breakOff();
    expect(told).toEqual(['joined', 'lost']);
    clock.pass(299);
    expect(sockets).toHaveLength(1);
    clock.pass(1);
    answer();
    expect([told.at(-1), last().sent]).toEqual(['restored', [{ t: 'join', sessionId: 'v1', receivedMs: 1_234 }]]);
  });

  it('keeps what is said meanwhile, but no sound', () => {
    answer();
    breakOff();
    line.send({ t: 'app', data: 'hello' });
    line.send({ t: 'played', ms: 1, queuedMs: 1 });
    expect(line.sendSound(new ArrayBuffer(2))).toBe(false);
    clock.pass(300);
    answer();
    expect(last().sent.slice(1)).toEqual([{ t: 'app', data: 'hello' }]);
  });

  it('gives up 30 s after the loss, whatever else the site answers', () => {
    isUnknown = true;
    answer();
    breakOff();
    for (let passed = 0; passed < giveUpAfterMs; passed += 100) {
      clock.pass(100);
      if (last().isClosed) continue;
      breakOff();
    }
    expect([told, sockets.length > 15]).toEqual([['joined', 'lost', 'gone: no-answer'], true]);
  });

  it('takes a line for lost that is silent for 3 s, though its socket says nothing', () => {
    answer();
    for (let second = 0; second < 5; second++) {
      clock.pass(500);
      clock.pass(500);
      last().events.message({ t: 'tick' });
    }
    expect(told).toEqual(['joined']);
    for (let half = 0; half < 6; half++) clock.pass(500);
    expect([told, last().isClosed]).toEqual([['joined', 'lost'], true]);
  });

  it('does not blame the line for a page that slept', () => {
    answer();
    clock.pass(60_000);
    expect(told).toEqual(['joined']);
  });

  it.each([
    [4004, 'gone: no-room'],
    [4009, 'gone: replaced'],
  ])('knows from the code %d at once that there is nothing to return to', (code, cause) => {
    answer();
    breakOff(code);
    expect(told).toEqual(['joined', cause]);
  });

  it('asks why it was not let in', async () => {
    isUnknown = true;
    breakOff();
    await settled();
    expect(told).toEqual(['gone: no-room']);
  });

  it('does not try a first time twice', async () => {
    breakOff();
    await settled();
    expect(told).toEqual(['gone: no-answer']);
  });

  it('leaves a try that hangs after 5 s', () => {
    answer();
    breakOff();
    clock.pass(300);
    clock.pass(5_000);
    clock.pass(2_000);
    expect([sockets.length, sockets[1]?.isClosed]).toEqual([3, true]);
  });

  it('tries at once when the network is back', () => {
    answer();
    line.drop();
    line.tryNow();
    answer();
    expect(told).toEqual(['joined', 'lost', 'restored']);
  });
});

describe('the wait before the next try', () => {
  it('grows from 300 ms to 2 s and never shrinks', () => {
    expect([0, 1, 2, 3, 4].map(retryDelay)).toEqual([300, 600, 1_200, 2_000, 2_000]);
    fc.assert(fc.property(fc.nat(100), (failures) => retryDelay(failures + 1) >= retryDelay(failures)));
  });
});
