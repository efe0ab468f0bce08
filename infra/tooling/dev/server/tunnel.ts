import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { type Ends, toSiteHeaders } from '../rewrite/local-headers.ts';

/** WebSockets of pages, byte by byte to the site: the sound of calls. */
export interface Tunnel {
  /** For the server's `upgrade`. The site decides; what it refuses is refused here as well. */
  accept(request: IncomingMessage, socket: Duplex, ends: Ends & { head: Buffer }): void;
  /** Cuts every line. */
  close(): void;
}

export function createTunnel(): Tunnel {
  const open = new Set<Duplex>();
  const keep = (end: Duplex) => {
    open.add(end);
    end.once('close', () => open.delete(end));
    // Lines break; what matters follows from `close`.
    end.on('error', () => end.destroy());
  };
  const join = (a: Duplex, b: Duplex) => {
    a.pipe(b).pipe(a);
    a.once('close', () => b.destroy());
    b.once('close', () => a.destroy());
  };
  return {
    accept(request, socket, { head, ...ends }) {
      keep(socket);
      const ask = ends.site.startsWith('https:') ? requestHttps : requestHttp;
      const headers = { ...toSiteHeaders(request.headers, ends), connection: 'Upgrade', upgrade: request.headers.upgrade ?? 'websocket' };
      const asked = ask(ends.site, { path: request.url, headers, agent: false });
      socket.once('close', () => asked.destroy());
      asked.once('upgrade', (answer, line, first) => {
        keep(line);
        socket.write(headText(answer));
        socket.write(first);
        line.write(head);
        join(socket, line);
      });
      asked.once('response', (answer) => {
        answer.resume();
        socket.end(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      });
      asked.once('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'));
      asked.end();
    },
    close() {
      for (const end of open) end.destroy();
    },
  };
}

function headText({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n');
}
