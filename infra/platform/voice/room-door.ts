import type { Server } from 'node:http';
import { WebSocketServer } from 'ws';
import { roomCloseCodes } from './room-protocol.ts';
import type { Room } from './room.ts';

const roomPath = /^\/voice\/room\/([0-9a-f-]{36})\/ws$/;
/** Much more than 20 ms of sound or an app message. */
const maxPayload = 64 * 1024;

/** Lets WebSockets of an HTTP server into the rooms they name; an unknown room closes them, any other path is refused. */
export function openRoomDoor(server: Server, findRoom: (callId: string) => Room | undefined): { close(): void } {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const id = roomPath.exec(request.url ?? '')?.[1];
    if (id === undefined) {
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const room = findRoom(id);
      if (room) room.attach(webSocket);
      else webSocket.close(roomCloseCodes.unknownRoom);
    });
  });
  return {
    close() {
      for (const webSocket of sockets.clients) webSocket.terminate();
      sockets.close();
    },
  };
}
