import { timingSafeEqual } from 'node:crypto';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { Duplex } from 'node:stream';
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

/** Passes a room's WebSocket through this site's origin to our platform, or to the gateway whose platform has the room. */
export function createRoomTunnel(options: RoomTunnelOptions) {
  const { platformUrl, publicOrigin, clock, log, connectMs, calls } = options;
  const open = new Set<Duplex>();
  const tunnels = new Map<Duplex, string>();
  const closer = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: 1024 });
  let isClosed = false;

  // Broken connections are normal, and `close` follows each error.
  const logBroken = (error: Error) => log.debug({ err: error }, 'the connection to a room broke');
  const keep = (end: Duplex) => {
    open.add(end);
    end.once('close', () => open.delete(end)).on('error', logBroken);
  };
  const shut = (end: Duplex) => {
    if (end.destroyed) return;
    end.end();
    const cancel = clock.after(lingerMs, () => end.destroy());
    end.once('close', cancel);
  };
  const refuse = (socket: Duplex, status: string) => {
    socket.write(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
    shut(socket);
  };
  const join = (from: Duplex, to: Duplex) => {
    from.pipe(to);
    from.once('end', () => shut(from)).once('close', () => shut(to));
  };
  const closeUnknown = ({ request, socket, head }: Upgrade) => {
    clock.after(lingerMs, () => socket.destroy());
    closer.handleUpgrade(request, socket, head, (line) => line.close(unknownRoom));
  };
  const connectRoom = ({ request, socket, head }: Upgrade, { url, roomKey, refuseWith }: Destination) => {
    const headers: Record<string, string> = { connection: 'Upgrade', upgrade: 'websocket', ...(roomKey && { [keyHeader]: roomKey }) };
    for (const name of passedHeaders) {
      const value = request.headers[name];
      if (value !== undefined) headers[name] = value;
    }
    const send = url.startsWith('https:') ? requestTls : requestPlain;
    const asked = send(url + request.url, { agent: false, headers });
    const hangUp = () => asked.destroy();
    const giveUp = clock.after(connectMs, hangUp);
    socket.once('close', hangUp);
    asked.once('close', giveUp).once('close', refuseWith).on('error', logBroken);
    // A restarted gateway answers without having the call.
    asked.once('response', hangUp);
    asked.once('upgrade', ({ rawHeaders }, room, first) => {
      giveUp();
      asked.off('close', refuseWith);
      keep(room);
      const lines = rawHeaders.map((text, at) => text + (at % 2 === 0 ? ': ' : '\r\n'));
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
      socket.write(first);
      room.write(head);
      join(socket, room);
      join(room, socket);
    });
    asked.end();
  };

  /** The visit of the page's cookie, or of the call that another gateway requests with the room's key. */
  const findVisit = (request: IncomingMessage, own: ReturnType<VoiceCalls['findOwn']>): string | undefined => {
    const { [keyHeader]: key, origin, host } = request.headers;
    if (isClosed || !isWebSocket(request)) return undefined;
    if (key !== undefined) return own?.call && isSameKey(String(key), own.call.roomKey) ? own.visitId : undefined;
    return origin !== undefined && isOwnOrigin(origin, host, publicOrigin) ? options.visitIdOf(request) : undefined;
  };
  const connectCall = async (upgrade: Upgrade, visitId: string, callId: string): Promise<void> => {
    const { socket } = upgrade;
    const own = calls.findOwn(callId);
    const found = own ?? (await calls.find(visitId, callId));
    if (socket.destroyed) return;
    if (found?.visitId !== visitId || !found.call) closeUnknown(upgrade);
    else if (own) connectRoom(upgrade, { url: platformUrl, refuseWith: () => refuse(socket, '502 Bad Gateway') });
    else connectRoom(upgrade, { url: found.call.gateway, roomKey: found.call.roomKey, refuseWith: () => closeUnknown(upgrade) });
  };
  const acceptUpgrade = async (upgrade: Upgrade): Promise<void> => {
    const { request, socket } = upgrade;
    const [, callId] = roomPath.exec(request.url ?? '') ?? [];
    const visitId = callId && findVisit(request, calls.findOwn(callId));
    if (!callId || !visitId) return refuse(socket, '404 Not Found');
    if ([...tunnels.values()].filter((id) => id === visitId).length >= mostTunnels) return refuse(socket, '429 Too Many Requests');
    tunnels.set(socket, visitId);
    socket.once('close', () => tunnels.delete(socket));
    await connectCall(upgrade, visitId, callId);
  };

  return {
    /** A visit that requests another visit's room gets the answer for an unknown room. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer) {
      keep(socket);
      // A promise catches whatever a hostile request makes throw; in the server's listener an exception would end the process.
      acceptUpgrade({ request, socket, head }).catch((error: unknown) => {
        log.error({ err: error }, 'the connection to a room could not be opened');
        refuse(socket, '502 Bad Gateway');
      });
    },
    close() {
      isClosed = true;
      for (const end of open) shut(end);
    },
  };
}

/** Compares the lengths in bytes, because `timingSafeEqual` throws for texts of one length in characters but different bytes. */
function isSameKey(given: string, key: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const isWebSocket = ({ method, headers: { upgrade } }: IncomingMessage) => method === 'GET' && upgrade?.toLowerCase() === 'websocket';
