import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What open pages are told. */
export type PageEvents = ReturnType<typeof createPageEvents>;

export function createPageEvents() {
  const open = new Set<ServerResponse>();
  const server = randomUUID();
  const format = (event: string, data: string) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  return {
    /** For requests of `eventsPath`. */
    accept(request: IncomingMessage, response: ServerResponse): void {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
      response.write(`retry: 500\n${format('hello', server)}`);
      open.add(response);
      request.once('close', () => open.delete(response));
    },
    /** built: a set with a newer build is there · reload: the page itself is another · problem: a build failed, and how. */
    send(event: 'built' | 'reload' | 'problem', data: string): void {
      for (const response of open) response.write(format(event, data));
    },
    close(): void {
      for (const response of open) response.end();
    },
  };
}

export const clientPath = '/__dev/client.js';
export const eventsPath = '/__dev/events';

/**
 * Runs in pages of the dev server, beside the host. `built`: the host asks for its set at once when the network comes
 * back, so that is what it is told; it then exchanges the screen in its own way. Asked twice, because it passes over
 * what comes while it asks already. `reload`: host or servers are others. Another `hello` than the first: the dev
 * server was started anew and signs with another key, which this page does not trust.
 */
export const clientScript = `{
  const events = new EventSource('${eventsPath}');
  const ask = () => window.dispatchEvent(new Event('online'));
  let server;
  events.addEventListener('hello', ({ data }) => {
    if (server !== undefined && server !== data) location.reload();
    server = data;
  });
  events.addEventListener('built', () => {
    ask();
    setTimeout(ask, 1500);
  });
  events.addEventListener('reload', () => location.reload());
  events.addEventListener('problem', ({ data }) => console.error('[enfilade dev] ' + JSON.parse(data)));
}
`;

const integrity = `sha384-${createHash('sha384').update(clientScript).digest('base64')}`;

/** The page's integrity policy wants a hash, and takes one only of a request that is made by CORS. */
export const clientTag = `<script defer src="${clientPath}" crossorigin integrity="${integrity}"></script>`;
