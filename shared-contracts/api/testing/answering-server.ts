import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@rstest/core';

export interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Answering = (response: ServerResponse, request: ReceivedRequest) => void;

export const json =
  (value: unknown, status = 200): Answering =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
export const stream = (response: ServerResponse) => response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
export const sse = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** A gateway over real HTTP until the file's tests end. Each test sets the answers. */
export async function startAnsweringServer() {
  const received: ReceivedRequest[] = [];
  let answer: Answering = (response) => response.writeHead(500).end();
  const open = new Set<ServerResponse>();
  const server = createServer(async (request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    answer(response, received.at(-1) as ReceivedRequest);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  afterAll(() => new Promise<void>((stopped) => server.close(() => stopped()) && server.closeAllConnections()));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith(next: Answering) {
      received.length = 0;
      answer = next;
    },
    async isQuiet(): Promise<void> {
      while (open.size > 0) await new Promise((closed) => [...open][0]?.once('close', closed));
    },
  };
}
