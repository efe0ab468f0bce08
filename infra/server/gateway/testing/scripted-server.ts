import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeardRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Script = (request: HeardRequest, response: ServerResponse) => void | Promise<void>;

/** Paths without a script get 404. */
export interface ScriptedServer {
  readonly server: Server;
  readonly origin: string;
  readonly heard: HeardRequest[];
  on(path: string, script: Script): void;
  /** Resolves with the response of the path's next request, which the test must answer. */
  hold(path: string): Promise<ServerResponse>;
  count(path: string): number;
  reset(): void;
  close(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const scripts = new Map<string, Script>();
  const heard: HeardRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body: Buffer.concat(chunks).toString() };
    heard.push(request);
    const script = scripts.get(path);
    if (script) await script(request, response);
    else sendJson(response, 404, { message: 'upstream secret: not found' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    on: (path, script) => void scripts.set(path, script),
    hold: (path) => new Promise((resolve) => scripts.set(path, (_, response) => resolve(response))),
    count: (path) => heard.filter((request) => request.path === path).length,
    reset() {
      scripts.clear();
      heard.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export const answerJson =
  (status: number, body: unknown): Script =>
  (_, response) =>
    sendJson(response, status, body);
