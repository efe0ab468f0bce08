import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import { isOwnOrigin } from '../../http/same-site-guard.ts';

export interface RoomTunnelOptions {
  /** The local platform: plain HTTP on this machine. */
  platformUrl: string;
  publicOrigin: string | undefined;
  clock: Clock;
  log: FastifyBaseLogger;
  connectMs: number;
}

/** Lets the sound of a call through this site's origin: the room's WebSocket, byte by byte. */
export interface RoomTunnel {
  /** For the server's `upgrade`. What is not a room, or not asked for by a page of this site, gets 404. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Cuts every line, and refuses new ones. */
  close(): void;
}

const roomPath = /^\/voice\/room\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/ws$/;
/** What the platform must see of the browser's request: no cookie, no origin. */
const passedHeaders = ['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-extensions', 'sec-websocket-protocol'] as const;
const lingerMs = 1_000;

export function createRoomTunnel({ platformUrl, publicOrigin, clock, log, connectMs }: RoomTunnelOptions): RoomTunnel {
  const { hostname, port } = new URL(platformUrl);
  const open = new Set<Duplex>();
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

  return {
    accept(request, socket, head) {
      keep(socket);
      if (isClosed || !isRoomRequest(request, publicOrigin)) return refuse(socket, '404 Not Found', shut);
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
    },
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
