import { WebSocket } from 'ws';
import type { RoomUp } from '../connection.ts';
import { microphoneRate, type RoomDown } from '../room-protocol.ts';

export interface AppMessage {
  type: string;
  role?: unknown;
  status?: unknown;
  transcriptType?: unknown;
  transcript?: unknown;
  [field: string]: unknown;
}

/** Waits until a search succeeds, and repeats the search after each message. */
function createWaiter() {
  const searches = new Set<() => void>();
  return {
    search() {
      for (const search of searches) search();
    },
    until: <T>(find: () => T | undefined): Promise<T> =>
      new Promise((resolve) => {
        const search = () => {
          const found = find();
          if (found === undefined) return;
          searches.delete(search);
          resolve(found);
        };
        searches.add(search);
        search();
      }),
  };
}

/** A call machine without a browser. `playsAtOnce`: received sound counts as played. `headers`: a site accepts only its own pages. */
export async function joinRoom(webCallUrl: string, { playsAtOnce = true, rate = 22_050, headers = {} as Record<string, string> } = {}) {
  const socket = new WebSocket(`${webCallUrl.replace('http', 'ws')}/ws`, { headers });
  const received: RoomDown[] = [];
  const samples: Int16Array[] = [];
  const { search, until } = createWaiter();
  let searched = 0;
  let count = 0;
  let sent = 0;
  const heardMs = () => (count * 1000) / rate;
  const send = (message: RoomUp) => socket.send(JSON.stringify(message));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) {
      const frame = new Int16Array(Uint8Array.from(data).buffer);
      samples.push(frame);
      count += frame.length;
      if (playsAtOnce) send({ t: 'played', ms: heardMs(), queuedMs: 0 });
    } else {
      const message = JSON.parse(data.toString()) as RoomDown;
      if (message.t === 'joined') sent = message.received;
      received.push(message);
    }
    search();
  });
  const nextFitting = (fits: (message: RoomDown) => boolean) =>
    until(() => {
      const at = received.findIndex((message, index) => index >= searched && fits(message));
      if (at >= 0) searched = at + 1;
      return received[at];
    });
  const parse = (message: RoomDown): AppMessage | undefined =>
    message.t === 'app' && message.data.startsWith('{') ? (JSON.parse(message.data) as AppMessage) : undefined;
  const client = {
    /** All received messages in order, without sound and with unparsed app messages. */
    received,
    samples,
    heardMs,
    send,
    /** A string is sent unchanged. */
    sendApp: (message: object | string) =>
      send({ t: 'app', n: ++sent, data: typeof message === 'string' ? message : JSON.stringify(message) }),
    /** Waits for the next message of a type; each message is searched once. */
    next: async <T extends RoomDown['t']>(t: T) => (await nextFitting((message) => message.t === t)) as Extract<RoomDown, { t: T }>,
    async nextApp(type: string, fits = (_: AppMessage) => true): Promise<AppMessage> {
      const message = await nextFitting((message) => {
        const app = parse(message);
        return app?.type === type && fits(app);
      });
      return parse(message) as AppMessage;
    },
    apps: () => received.flatMap((message) => parse(message) ?? []),
    sound: async (ms: number) => void (await until(() => heardMs() >= ms - 0.001 || undefined)),
    /** Joins and sends `playable`, like the page. */
    async enter(session?: { sessionId: string; receivedMs: number }) {
      send({ t: 'join', ...session });
      const { sessionId } = await client.next('joined');
      if (!session) client.sendApp('playable');
      return sessionId;
    },
    speak(ms: number, loudness = 8000) {
      const frame = new Int16Array(microphoneRate / 50).map((_, at) => (at % 2 === 0 ? loudness : -loudness));
      for (let at = 0; at < ms; at += 20) socket.send(Buffer.from(frame.buffer));
    },
    closed,
    drop: () => socket.terminate(),
  };
  await new Promise<void>((resolve) => socket.once('open', () => resolve()));
  return client;
}
