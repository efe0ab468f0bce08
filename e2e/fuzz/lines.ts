import { connect, type Socket } from 'node:net';

export interface WireAnswer {
  status: number;
  headers: ReadonlyMap<string, string>;
  body: Buffer;
}

/** Connects again after the server closes the connection. */
export interface Line {
  /** Undefined if the server closes without an answer. @throws Error after the time limit */
  ask(request: Buffer, isHead?: boolean): Promise<WireAnswer | undefined>;
  close(): void;
}

/** Limit for a hung server, not for a slow machine. */
const patienceMs = 240_000;
const none = Buffer.alloc(0);

export function createLine(origin: string): Line {
  const { hostname, port } = new URL(origin);
  let socket: Socket | undefined;
  const open = (): Socket => {
    const opened = connect(Number(port), hostname).setNoDelay(true);
    opened.on('error', () => opened.destroy());
    return opened;
  };
  return {
    ask(request, isHead = false) {
      const line = socket?.writable ? socket : open();
      socket = line;
      return exchange(line, request, isHead).then((answer) => {
        if (answer?.headers.get('connection') === 'close') line.destroy();
        return answer;
      });
    },
    close: () => socket?.destroy(),
  };
}

function exchange(line: Socket, request: Buffer, isHead: boolean): Promise<WireAnswer | undefined> {
  return new Promise((resolve, reject) => {
    let received: Buffer = none;
    const end = () => {
      clearTimeout(timer);
      line.off('data', hear).off('close', leave);
    };
    const hear = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = readAnswer(received, isHead);
      if (!answer) return;
      end();
      resolve(answer);
    };
    const leave = () => {
      end();
      resolve(undefined);
    };
    const timer = setTimeout(() => {
      end();
      line.destroy();
      reject(new Error(`No answer in ${patienceMs} ms, only ${received.length} bytes`));
    }, patienceMs);
    line.on('data', hear).on('close', leave);
    line.write(request);
  });
}

function readAnswer(bytes: Buffer, isHead: boolean): WireAnswer | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(first.split(' ')[1]);
  const rest = bytes.subarray(headEnd + 4);
  if (status < 200) return readAnswer(rest, isHead);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  const body = isHead || status === 204 || status === 304 ? none : readBody(rest, headers);
  return body && { status, headers, body };
}

function readBody(rest: Buffer, headers: ReadonlyMap<string, string>): Buffer | undefined {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(rest);
  const length = Number(headers.get('content-length') ?? 0);
  return rest.length < length ? undefined : rest.subarray(0, length);
}

function readChunks(rest: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const length = Number.parseInt(rest.toString('latin1', at, lineEnd), 16);
    at = lineEnd + 2 + length + 2;
    if (rest.length < at) return undefined;
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(rest.subarray(lineEnd + 2, at - 2));
  }
}
