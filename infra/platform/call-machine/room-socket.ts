import type { RoomDown, RoomUp } from '../voice/room-protocol.ts';

export interface SocketEvents {
  opened(): void;
  message(message: RoomDown): void;
  sound(pcm: ArrayBuffer): void;
  /** By the other side, or because it never opened; not after `close`. */
  closed(code: number): void;
}

/** One socket, as typed messages. After `close` it emits nothing more. */
export interface RoomSocket {
  readonly isOpen: boolean;
  send(message: RoomUp): void;
  sendSound(pcm: ArrayBuffer): void;
  close(): void;
}

export type OpenSocket = (url: string, events: SocketEvents) => RoomSocket;

/** A socket of the browser. */
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

/** Both ends come from one build of one site: what the platform sends is not checked again. */
function read(data: unknown, events: SocketEvents): void {
  if (data instanceof ArrayBuffer) events.sound(data);
  else if (typeof data === 'string') events.message(JSON.parse(data) as RoomDown);
}
