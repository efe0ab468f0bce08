import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RunningVersions } from './local-builds.ts';

export type PageEvents = Pick<ReturnType<typeof createPageEvents>, 'send'>;

interface EventData {
  /** With `hash`, a page can update its version in place. */
  built: { name: string; hash: string | undefined };
  /** Host, servers or museums have changed. */
  reload: string;
  problem: string;
}

export function createPageEvents() {
  const open = new Set<ServerResponse>();
  const server = randomUUID();
  const format = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  return {
    accept(request: IncomingMessage, response: ServerResponse): void {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
      response.write(`retry: 500\n${format('hello', server)}`);
      open.add(response);
      request.once('close', () => open.delete(response));
    },
    send<Event extends keyof EventData>(event: Event, data: EventData[Event]): void {
      const text = format(event, data);
      for (const response of open) response.write(text);
    },
    close(): void {
      for (const response of open) response.end();
    },
  };
}

export const clientPath = '/__dev/client.js';
export const eventsPath = '/__dev/events';
/** In a request for a set: the versions that the page updates in place. */
const runningHeader = 'x-enfilade-dev';

export function readRunning(headers: IncomingMessage['headers']): RunningVersions {
  const pairs = String(headers[runningHeader] ?? '').split(' ');
  return new Map(pairs.map((pair) => pair.split('@')).filter((pair): pair is [string, string] => pair.length === 2));
}

/**
 * Runs in pages of the dev server, before the host.
 *
 * - `built`: the rendered screen updates in place. Otherwise the page gets the event `online`, so that the host requests its set and replaces the
 *   screen. The event is sent twice, because the host ignores the event during a request.
 * - A second `hello` with another id: the dev server restarted with another signing key, which this page does not trust.
 *
 * React registers its renderer at the hook. Each remote's copy of react-refresh reads the renderer there.
 */
export const clientScript = `{
  const renderers = new Map();
  const nothing = () => {};
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
    renderers,
    supportsFiber: true,
    inject: (renderer) => renderers.set(renderers.size + 1, renderer).size,
    onScheduleFiberRoot: nothing,
    onCommitFiberRoot: nothing,
    onCommitFiberUnmount: nothing,
    checkDCE: nothing,
  };

  const running = new Map();
  globalThis.enfiladeDev = { run: (name, version, updateTo) => running.set(name, { version, updateTo }) };
  const { fetch } = globalThis;
  globalThis.fetch = (address, options) => {
    if (!String(address).startsWith('/api/compositions/') || running.size === 0) return fetch(address, options);
    const headers = new Headers(options?.headers);
    headers.set('${runningHeader}', [...running].map(([name, { version }]) => name + '@' + version).join(' '));
    return fetch(address, { ...options, headers });
  };

  const events = new EventSource('${eventsPath}');
  const ask = () => window.dispatchEvent(new Event('online'));
  const exchange = () => {
    ask();
    setTimeout(ask, 1500);
  };
  const change = async (name, hash) => {
    const screen = running.get(name);
    if (!hash || !screen || !document.querySelector('section[data-remote="' + name + '"]')) return false;
    // An update here makes the handlers of other copies of react-refresh useless.
    for (const other of running.keys()) if (other !== name) running.delete(other);
    return screen.updateTo(hash).then(() => true, (error) => console.warn('[enfilade dev] ' + name + ' is replaced as a whole:', error));
  };
  events.addEventListener('built', async ({ data }) => {
    const { name, hash } = JSON.parse(data);
    if (await change(name, hash)) return;
    running.delete(name);
    exchange();
  });
  let server;
  events.addEventListener('hello', ({ data }) => {
    if (server !== undefined && server !== data) location.reload();
    server = data;
  });
  events.addEventListener('reload', () => location.reload());
  events.addEventListener('problem', ({ data }) => console.error('[enfilade dev] ' + JSON.parse(data)));
}
`;

/** No `defer`: the script runs before the scripts of the host. */
export const clientTag = `<script src="${clientPath}"></script>`;
