import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import { WebSocketServer } from 'ws';
import { isOwnOrigin } from '../../http/same-site-guard.ts';

export interface RoomTunnelOptions {
  /** The local platform: plain HTTP on this machine. */
  platformUrl: string;
  publicOrigin: string | undefined;
  clock: Clock;
  log: FastifyBaseLogger;
  connectMs: number;
  /** Whether the call is under way: a visit has one at most. */
  hasCall(callId: string): boolean;
}

/** Lets the sound of a call through this site's origin: the room's WebSocket, byte by byte. */
export type RoomTunnel = ReturnType<typeof createRoomTunnel>;

const roomPath = /^\/voice\/room\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/ws$/;
/** As in `infra/platform/voice/room-protocol.ts`: a browser that hears it asks for a new call, and does not try again. */
const unknownRoom = 4004;
/** One that broke and was not noticed yet, the one that takes its place, and one more. */
const mostTunnels = 3;
/** What the platform must see of the browser's request: no cookie, no origin. */
const passedHeaders = ['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-extensions', 'sec-websocket-protocol'] as const;
const lingerMs = 1_000;

export function createRoomTunnel(options: RoomTunnelOptions) {
  const { platformUrl, publicOrigin, clock, log, connectMs, hasCall } = options;
  const { hostname, port } = new URL(platformUrl);
  const open = new Set<Duplex>();
  /** The call of each. */
  const tunnels = new Map<Duplex, string>();
  const closer = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: 1024 });
  let isClosed = false;

  const keep = (end: Duplex) => {
    open.add(end);
    end.once('close', () => open.delete(end));
    // Lines break; what matters follows from `close`.
    end.on('error', (error) => log.debug({ err: error }, 'a room’s line broke'));
  };
  /** What was read is still written; an end that takes nothing any more is not waited for. */
  const shut = (end: Duplex) => {
    if (end.destroyed) return;
    end.end();
    const cancel = clock.after(lingerMs, () => end.destroy());
    end.once('close', cancel);
  };
  const join = (visitor: Duplex, platform: Socket) => {
    for (const [from, to] of [
      [visitor, platform],
      [platform, visitor],
    ] as const) {
      from.pipe(to);
      from.once('end', () => shut(from));
      from.once('close', () => shut(to));
    }
  };
  const connectRoom: RoomTunnel['accept'] = (request, socket, head) => {
    const platform = connect(Number(port || 80), hostname);
    keep(platform);
    for (const end of [socket, platform]) if ('setNoDelay' in end) (end as Socket).setNoDelay(true);
    const giveUp = clock.after(connectMs, () => platform.destroy());
    const refuseLate = () => {
      giveUp();
      refuse(socket, '502 Bad Gateway', shut);
    };
    const hangUp = () => platform.destroy();
    platform.once('close', refuseLate);
    socket.once('close', hangUp);
    platform.once('connect', () => {
      giveUp();
      platform.off('close', refuseLate);
      socket.off('close', hangUp);
      platform.write(requestText(request, new URL(platformUrl).host));
      platform.write(head);
      join(socket, platform);
    });
  };

  return {
    /** For the server's `upgrade`. What is not a room, or not asked for by a page of this site, gets 404; a room of no call is closed as the platform would. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer) {
      keep(socket);
      if (isClosed || !isRoomRequest(request, publicOrigin)) return refuse(socket, '404 Not Found', shut);
      const [, callId = ''] = roomPath.exec(request.url ?? '') ?? [];
      if (!hasCall(callId)) {
        clock.after(lingerMs, () => socket.destroy());
        return closer.handleUpgrade(request, socket, head, (line) => line.close(unknownRoom));
      }
      if ([...tunnels.values()].filter((id) => id === callId).length >= mostTunnels) return refuse(socket, '429 Too Many Requests', shut);
      tunnels.set(socket, callId);
      socket.once('close', () => tunnels.delete(socket));
      connectRoom(request, socket, head);
    },
    /** Cuts every line, and refuses new ones. */
    close() {
      isClosed = true;
      for (const end of open) end.destroy();
    },
  };
}

function isRoomRequest({ method, url = '', headers }: IncomingMessage, publicOrigin: string | undefined): boolean {
  const { origin, upgrade } = headers;
  if (method !== 'GET' || upgrade?.toLowerCase() !== 'websocket' || !roomPath.test(url)) return false;
  return origin !== undefined && isOwnOrigin(origin, headers.host, publicOrigin);
}

function requestText({ url, headers }: IncomingMessage, host: string): string {
  const passed = passedHeaders.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`]));
  return [`GET ${url} HTTP/1.1`, `host: ${host}`, 'connection: Upgrade', 'upgrade: websocket', ...passed, '', ''].join('\r\n');
}

function refuse(socket: Duplex, status: string, shut: (end: Duplex) => void): void {
  socket.write(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  shut(socket);
}
