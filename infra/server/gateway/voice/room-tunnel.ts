import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import { WebSocketServer } from 'ws';
import { isOwnOrigin } from '../../http/same-site-guard.ts';
import type { VoiceCalls } from './voice-calls.ts';

interface RoomTunnelOptions {
  /** The local platform: plain HTTP on this machine. */
  platformUrl: string;
  publicOrigin: string | undefined;
  clock: Clock;
  log: FastifyBaseLogger;
  connectMs: number;
  calls: Pick<VoiceCalls, 'find' | 'findOwn'>;
  visitIdOf(request: IncomingMessage): string | undefined;
}

const roomPath = /^\/voice\/room\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/ws$/;
/** As in `infra/platform/voice/room-protocol.ts`: a browser that receives it requests a new call without retries. */
const unknownRoom = 4004;
/** A broken connection that is not noticed yet, its replacement, and one more. */
const mostTunnels = 3;
/** Header between gateways, in place of cookie and origin. */
const keyHeader = 'x-enfilade-room-key';
const passedHeaders = ['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-extensions', 'sec-websocket-protocol'] as const;
const lingerMs = 1_000;

/** Passes a room's WebSocket through this site's origin, byte by byte, to our platform or to the gateway whose platform has the room. */
export function createRoomTunnel(options: RoomTunnelOptions) {
  const { platformUrl, publicOrigin, clock, log, connectMs, calls } = options;
  const open = new Set<Duplex>();
  const tunnels = new Map<Duplex, string>();
  const closer = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: 1024 });
  let isClosed = false;

  const keep = (end: Duplex) => {
    open.add(end);
    end.once('close', () => open.delete(end));
    // Broken connections are normal, and `close` follows each error.
    end.on('error', (error) => log.debug({ err: error }, 'the connection to a room broke'));
  };
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
  const closeUnknown = ({ request, socket, head }: Upgrade) => {
    clock.after(lingerMs, () => socket.destroy());
    closer.handleUpgrade(request, socket, head, (line) => line.close(unknownRoom));
  };
  const connectRoom = (upgrade: Upgrade, { url, roomKey, refuseWith }: Destination) => {
    const { request, socket, head } = upgrade;
    const room = openConnection(url);
    keep(room);
    for (const end of [socket, room]) if ('setNoDelay' in end) (end as Socket).setNoDelay(true);
    const giveUp = clock.after(connectMs, () => room.destroy());
    const refuseLate = () => {
      giveUp();
      refuseWith();
    };
    const hangUp = () => room.destroy();
    room.once('close', refuseLate);
    socket.once('close', hangUp);
    room.write(requestText(request, new URL(url).host, roomKey));
    room.write(head);
    // A restarted gateway answers without having the call.
    room.once('data', (first: Buffer) => {
      if (roomKey !== undefined && !first.toString('latin1').startsWith('HTTP/1.1 101')) {
        room.destroy();
        return;
      }
      giveUp();
      room.off('close', refuseLate);
      socket.off('close', hangUp);
      socket.write(first);
      join(socket, room);
    });
  };
  const acceptFor = async (visitId: string, upgrade: Upgrade, callId: string): Promise<void> => {
    const { socket } = upgrade;
    if ([...tunnels.values()].filter((id) => id === visitId).length >= mostTunnels) {
      refuse(socket, '429 Too Many Requests', shut);
      return;
    }
    tunnels.set(socket, visitId);
    socket.once('close', () => tunnels.delete(socket));
    const own = calls.findOwn(callId);
    const found = own ?? (await calls.find(visitId, callId));
    if (socket.destroyed) return;
    if (found?.visitId !== visitId || !found.call) closeUnknown(upgrade);
    else if (own) connectRoom(upgrade, { url: platformUrl, refuseWith: () => refuse(socket, '502 Bad Gateway', shut) });
    else connectRoom(upgrade, { url: found.call.gateway, roomKey: found.call.roomKey, refuseWith: () => closeUnknown(upgrade) });
  };
  const acceptUpgrade = async (upgrade: Upgrade): Promise<void> => {
    const { request, socket } = upgrade;
    const [, callId = ''] = roomPath.exec(request.url ?? '') ?? [];
    const visitId = isClosed || !isUpgrade(request) ? undefined : findVisit(request, calls.findOwn(callId));
    if (visitId === undefined) refuse(socket, '404 Not Found', shut);
    else await acceptFor(visitId, upgrade, callId);
  };

  return {
    /** A visit that requests another visit's room gets the answer for an unknown room. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer) {
      keep(socket);
      // A promise catches whatever a hostile request makes throw; in the server's listener an exception would end the process.
      acceptUpgrade({ request, socket, head }).catch((error: unknown) => {
        log.error({ err: error }, 'the connection to a room could not be opened');
        refuse(socket, '502 Bad Gateway', shut);
      });
    },
    close() {
      isClosed = true;
      for (const end of open) shut(end);
    },
  };

  /** The visit of the page's cookie, or of the call that another gateway requests with the room's key. */
  function findVisit(request: IncomingMessage, own: ReturnType<VoiceCalls['findOwn']>): string | undefined {
    const { [keyHeader]: key, origin, host } = request.headers;
    if (key !== undefined) return own && isSameKey(String(key), own.call.roomKey) ? own.visitId : undefined;
    return origin !== undefined && isOwnOrigin(origin, host, publicOrigin) ? options.visitIdOf(request) : undefined;
  }
}

interface Upgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

interface Destination {
  url: string;
  roomKey?: string;
  refuseWith(): void;
}

/** Compares the lengths in bytes, because `timingSafeEqual` throws for texts of one length in characters but different bytes. */
function isSameKey(given: string, key: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function openConnection(url: string): Socket {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:' ? connectTls({ host, port: Number(port || 443), servername: host }) : connect(Number(port || 80), host);
}

function isUpgrade({ method, url = '', headers: { upgrade } }: IncomingMessage): boolean {
  return method === 'GET' && upgrade?.toLowerCase() === 'websocket' && roomPath.test(url);
}

function requestText({ url, headers }: IncomingMessage, host: string, roomKey: string | undefined): string {
  const passed = passedHeaders.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`]));
  if (roomKey !== undefined) passed.push(`${keyHeader}: ${roomKey}`);
  return [`GET ${url} HTTP/1.1`, `host: ${host}`, 'connection: Upgrade', 'upgrade: websocket', ...passed, '', ''].join('\r\n');
}

function refuse(socket: Duplex, status: string, shut: (end: Duplex) => void): void {
  socket.write(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  shut(socket);
}
