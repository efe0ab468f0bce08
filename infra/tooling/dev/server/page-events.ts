import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What open pages are told. */
export interface PageEvents {
  /** For requests of `eventsPath`. */
  accept(request: IncomingMessage, response: ServerResponse): void;
  /** built: a set with a newer build is there · reload: the page itself is another · problem: a build failed, and how. */
  send(event: 'built' | 'reload' | 'problem', data: string): void;
  close(): void;
}

export function createPageEvents(): PageEvents {
  const open = new Set<ServerResponse>();
  const server = randomUUID();
  const format = (event: string, data: string) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  return {
    accept(request, response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(`retry: 500\n${format('hello', server)}`);
      open.add(response);
      request.once('close', () => open.delete(response));
    },
    send(event, data) {
      for (const response of open) response.write(format(event, data));
    },
    close() {
      for (const response of open) response.end();
    },
  };
}
