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

export type SocketClass = new (url: string) => WebSocket;

/** Sockets of the browser's kind. */
export function socketsBy(Socket: SocketClass): OpenSocket {
  return (url, events) => {
    const socket = new Socket(url);
    let isClosed: boolean = false;
    const unlessClosed =
      <Event>(handle: (event: Event) => void) =>
      (event: Event) => {
        if (!isClosed) handle(event);
      };
    socket.binaryType = 'arraybuffer';
    socket.addEventListener(
      'open',
      unlessClosed(() => events.opened()),
    );
    socket.addEventListener(
      'message',
      unlessClosed(({ data }: MessageEvent) => read(data, events)),
    );
    socket.addEventListener(
      'close',
      unlessClosed(({ code }: CloseEvent) => events.closed(code)),
    );
    return {
      get isOpen() {
        return socket.readyState === socket.OPEN;
      },
      send: (message) => socket.send(JSON.stringify(message)),
      sendSound: (pcm) => socket.send(pcm),
      close() {
        isClosed = true;
        socket.close(1000);
      },
    };
  };
}

/** Both ends come from one build of one site: what the platform sends is not checked again. */
function read(data: unknown, events: SocketEvents): void {
  if (data instanceof ArrayBuffer) events.sound(data);
  else if (typeof data === 'string') events.message(JSON.parse(data) as RoomDown);
}
