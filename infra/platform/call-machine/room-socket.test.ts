import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { WebSocket as NodeSocket, type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { openSocket } from './room-connection.ts';

// Node 20 has no global WebSocket.
Object.assign(globalThis, { WebSocket: NodeSocket });

let server: WebSocketServer;
let received: unknown[] = [];
let next: () => Promise<unknown>;
let events: Parameters<typeof openSocket>[1];

beforeEach(async () => {
  received = [];
  let wake = (_event: unknown) => {};
  const receive = (event: unknown) => {
    received.push(event);
    wake(event);
  };
  next = () =>
    new Promise((resolve) => {
      wake = resolve;
    });
  events = { opened: () => receive('opened'), message: receive, sound: (pcm) => receive(pcm.byteLength), closed: receive };
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
});

afterEach(() => void server.close());

async function connect() {
  const visitor = new Promise<ServerSocket>((resolve) => server.once('connection', resolve));
  const opened = next();
  const socket = openSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, events);
  await opened;
  return { socket, visitor: await visitor };
}

it('A room socket sends and receives messages as text and sound as bytes', async () => {
  const { socket, visitor } = await connect();
  const messages: unknown[] = [];
  const both = new Promise<void>((resolve) => {
    visitor.on('message', (data: Buffer, isBinary) => {
      messages.push(isBinary ? data.byteLength : JSON.parse(data.toString()));
      if (messages.length === 2) resolve();
    });
  });
  socket.send({ t: 'leave' });
  socket.send(new ArrayBuffer(640));
  await both;
  expect(messages).toEqual([{ t: 'leave' }, 640]);
  visitor.send(JSON.stringify({ t: 'flush' }));
  await next();
  visitor.send(Buffer.alloc(882));
  await next();
  expect(received).toEqual(['opened', { t: 'flush' }, 882]);
  socket.close();
});

it('A room socket reports the close code of the other side', async () => {
  const { visitor } = await connect();
  const closed = next();
  visitor.close(4004);
  expect(await closed).toBe(4004);
});

it('A room socket emits nothing after the page has closed it', async () => {
  const { socket, visitor } = await connect();
  const gone = new Promise((resolve) => visitor.once('close', resolve));
  visitor.send(JSON.stringify({ t: 'tick', received: 0 }));
  socket.close();
  await gone;
  expect(received).toEqual(['opened']);
});
