import type { RoomDown, RoomUp } from '../voice/room-protocol.ts';

export interface SocketEvents {
  opened(): void;
  message(message: RoomDown): void;
  sound(pcm: ArrayBuffer): void;
  /** The other side closed the socket, or the socket never opened. Not called after `close`. */
  closed(code: number): void;
}

/** A closed socket emits nothing. */
export type RoomSocket = { readonly isOpen: boolean; send(message: RoomUp): void; sendSound(pcm: ArrayBuffer): void; close(): void };

export type OpenSocket = (url: string, events: SocketEvents) => RoomSocket;

export const openSocket: OpenSocket = (url, events) => {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => events.opened();
  socket.onmessage = ({ data }) => read(data, events);
  socket.onclose = ({ code }) => events.closed(code);
  return {
    get isOpen() {
      return socket.readyState === socket.OPEN;
    },
    send: (message) => socket.send(JSON.stringify(message)),
    sendSound: (pcm) => socket.send(pcm),
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
