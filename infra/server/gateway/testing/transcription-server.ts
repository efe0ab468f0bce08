import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendJson } from './scripted-server.ts';

export interface TranscriptionCall {
  path: string;
  headers: IncomingHttpHeaders;
  response: ServerResponse;
  bytes(): Buffer;
  isWhole(): boolean;
  /** Resolves when its connection is closed or the answer is out. */
  closed: Promise<unknown>;
  form(): Promise<FormData>;
}

export type TranscriptionScript = (call: TranscriptionCall) => void;

interface TranscriptionServer {
  readonly origin: string;
  readonly calls: TranscriptionCall[];
  atOnce(script: TranscriptionScript): void;
  whenWhole(script: TranscriptionScript): void;
  reset(): void;
  close(): Promise<void>;
}

export async function startTranscriptionServer(): Promise<TranscriptionServer> {
  const calls: TranscriptionCall[] = [];
  const ignore: TranscriptionScript = () => undefined;
  const answer: TranscriptionScript = ({ response }) => sendJson(response, 200, { text: 'What is this?' });
  let [begin, end] = [ignore, answer];
  const server = createServer((incoming, response) => {
    const call = hear(incoming, response);
    calls.push(call);
    begin(call);
    incoming.on('end', () => end(call));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    atOnce: (script) => {
      [begin, end] = [script, ignore];
    },
    whenWhole: (script) => {
      end = script;
    },
    reset: () => {
      calls.length = 0;
      [begin, end] = [ignore, answer];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function hear(incoming: IncomingMessage, response: ServerResponse): TranscriptionCall {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('error', () => undefined);
  const bytes = () => Buffer.concat(chunks);
  const { headers, url: path = '' } = incoming;
  return {
    path,
    headers,
    response,
    bytes,
    isWhole: () => incoming.complete,
    closed: once(response, 'close'),
    form: () => new Response(new Uint8Array(bytes()), { headers: { 'content-type': String(headers['content-type']) } }).formData(),
  };
}
