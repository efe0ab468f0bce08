import type { RoomUp } from '../voice/connection.ts';
import type { RoomDown } from '../voice/room-protocol.ts';

export interface SocketEvents {
  opened(): void;
  message(message: RoomDown): void;
  sound(pcm: ArrayBuffer): void;
  /** The other side closed the socket, or the socket never opened. Not called after `close`. */
  closed(code: number): void;
}

/** A closed socket emits nothing, and ignores what is sent. */
export type RoomSocket = { send(message: RoomUp | ArrayBuffer): void; close(): void };

export type OpenSocket = (url: string, events: SocketEvents) => RoomSocket;

export const openSocket: OpenSocket = (url, events) => {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => events.opened();
  socket.onmessage = ({ data }) => read(data, events);
  socket.onclose = ({ code }) => events.closed(code);
  return {
    send: (message) => socket.send(message instanceof ArrayBuffer ? message : JSON.stringify(message)),
    close() {
      Object.assign(socket, { onopen: null, onmessage: null, onclose: null });
      socket.close(1000);
    },
  };
};

/** Messages of the platform are not validated, because both ends are from one build of the site. */
function read(data: unknown, events: SocketEvents): void {
  if (data instanceof ArrayBuffer) events.sound(data);
  else if (typeof data === 'string') events.message(JSON.parse(data) as RoomDown);
}
