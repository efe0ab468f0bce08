import type { IncomingMessage, Server } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Fault } from './fault.ts';

/** The WebSockets between browser and site. */
export interface Tunnels {
  count(): number;
  /** Closes all tunnels without a closing handshake. */
  drop(): void;
}

/** `faultOf` returns the fault of a new tunnel. */
export function createTunnels(server: Server, site: string, faultOf: (path: string) => Fault | undefined): Tunnels {
  const open = new Set<Duplex>();
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
    open.add(browser);
    const end = () => {
      open.delete(browser);
      browser.destroy();
      upstream.destroy();
    };
    upstream.on('error', end).on('close', end);
    browser.on('close', end);
  };
  return {
    count: () => open.size,
    drop() {
      for (const browser of open) browser.destroy();
    },
  };
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = Array.from({ length: rawHeaders.length / 2 }, (_, index) => `${rawHeaders[index * 2]}: ${rawHeaders[index * 2 + 1]}`);
  return `${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}
