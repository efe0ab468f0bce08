import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Fault } from './fault.ts';

/** The WebSockets between browser and site, as a bad network treats them. */
export interface Tunnels {
  /** How many are open. */
  count(): number;
  /** Closes all of them without a word. */
  drop(): void;
  /** Nothing arrives any more, in either direction, and nobody is told. */
  stall(): void;
  flow(): void;
}

/** Lets upgrades through to the site; `faultOf` says what happens to a new one. */
export function createTunnels(server: Server, site: string, faultOf: (path: string) => Fault | undefined): Tunnels {
  const open = new Set<{ browser: Duplex; upstream: Socket }>();
  server.on('upgrade', (request: IncomingMessage, browser: Duplex, head: Buffer) => {
    browser.on('error', () => browser.destroy());
    const fault = faultOf(request.url ?? '/');
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'gate') void fault.gate.opened.then(() => join({ request, browser, head }));
    else if (fault) browser.destroy();
    else join({ request, browser, head });
  });
  const join = ({ request, browser, head }: { request: IncomingMessage; browser: Duplex; head: Buffer }) => {
    if (browser.destroyed) return;
    const { hostname, port } = new URL(site);
    const upstream = connect(Number(port), hostname, () => {
      upstream.write(headOf(request));
      upstream.write(head);
      browser.pipe(upstream);
      upstream.pipe(browser);
    });
    upstream.setNoDelay(true);
    const tunnel = { browser, upstream };
    open.add(tunnel);
    const end = () => {
      open.delete(tunnel);
      browser.destroy();
      upstream.destroy();
    };
    upstream.on('error', end).on('close', end);
    browser.on('close', end);
  };
  const each = (act: (tunnel: { browser: Duplex; upstream: Socket }) => void) => {
    for (const tunnel of [...open]) act(tunnel);
  };
  return {
    count: () => open.size,
    drop: () => each(({ browser }) => browser.destroy()),
    stall: () =>
      each(({ browser, upstream }) => {
        browser.unpipe(upstream);
        upstream.unpipe(browser);
        browser.pause();
        upstream.pause();
      }),
    flow: () =>
      each(({ browser, upstream }) => {
        browser.pipe(upstream);
        upstream.pipe(browser);
      }),
  };
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = Array.from({ length: rawHeaders.length / 2 }, (_, index) => `${rawHeaders[index * 2]}: ${rawHeaders[index * 2 + 1]}`);
  return `${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}
