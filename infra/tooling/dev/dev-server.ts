import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { contentTypeOf } from '@enfilade/server/http/encoded-text';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import type { LocalBuilds } from './local-builds.ts';
import { createLocalSets } from './local-page.ts';
import { clientPath, clientScript, createPageEvents, eventsPath, type PageEvents } from './page-events.ts';
import { createRewriting, type Ends, passOn, passSocketOn } from './site-proxy.ts';
import { answerStart, startPath } from './start-at.ts';
import { DevError, type Terminal } from './terminal.ts';

export interface DevServerOptions {
  /** 0 means any free port. */
  port: number;
  /** Waits while a local site starts. @throws DevError */
  siteOrigin(): Promise<string>;
  builds: LocalBuilds;
  terminal: Terminal;
}

export interface DevServer extends PageEvents {
  origin: string;
  close(): Promise<void>;
}

const loopback = '127.0.0.1';
const ownHeaders = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };

/** @throws DevError if the port is in use */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const { siteOrigin, builds, terminal } = options;
  const sockets = new Set<Duplex>();
  const events = createPageEvents();
  const rewritingOf = createRewriting(createLocalSets(builds, systemClock), builds);

  function sendOwn(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    if (path === eventsPath) {
      events.accept(request, response);
      return true;
    }
    const bytes = path === clientPath ? Buffer.from(clientScript) : builds.bytesAt(path);
    if (!bytes) return false;
    const type = contentTypeOf(path) ?? 'application/json';
    // Scripts of the stock plugin name no map.
    const map = builds.bytesAt(`${path}.map`) && { sourcemap: `${path}.map` };
    response.writeHead(200, { ...ownHeaders, 'content-type': type, 'content-length': bytes.length, ...map }).end(bytes);
    return true;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const local = localOriginOf(request);
    const { method, url = '' } = request;
    const path = url.replace(/[?#].*$/s, '');
    // DNS rebinding: a foreign name that points to this machine must not get the site with this visitor's cookies.
    if (!local || !path.startsWith('/')) return void response.writeHead(421).end();
    if ((method === 'GET' || method === 'HEAD') && sendOwn(path, request, response)) return;
    await (ownRoutes[`${method} ${path}`] ?? answerFromSite)(request, response, local);
  }

  const ownRoutes: Record<string, typeof answerFromSite> = {
    // An unfinished screen would count as a visitor's failure and could halt a rollout.
    'POST /api/reports': async (_, response) => void response.writeHead(204).end(),
    [`GET ${startPath}`]: sendStart,
  };

  async function sendStart({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, html, cookies } = await answerStart(url, await siteOrigin());
    const type = { 'content-type': 'text/html; charset=utf-8' };
    response.writeHead(status, { ...ownHeaders, ...type, 'set-cookie': cookies }).end(html);
  }

  /** If a local site restarts meanwhile, a GET is repeated at the new site. */
  async function answerFromSite(request: IncomingMessage, response: ServerResponse, local: string): Promise<void> {
    const site = await siteOrigin();
    await passOn(request, response, { rewrite: rewritingOf(request), local, site }).catch(async (error: unknown) => {
      const mayAskAgain = request.method === 'GET' && !response.headersSent && !response.destroyed;
      if (!mayAskAgain || (await siteOrigin()) === site) throw error;
      await answerFromSite(request, response, local);
    });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => refuse(error, { response, terminal }));
  });
  server.on('upgrade', (request, socket, head) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const local = localOriginOf(request);
    if (!local) return void socket.end('HTTP/1.1 421 Misdirected Request\r\nconnection: close\r\n\r\n');
    siteOrigin().then(
      (site) => passSocketOn(request, socket as Socket, { local, site, head }),
      () => socket.destroy(),
    );
  });
  await once(server.listen(options.port, loopback), 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new DevError(`Port ${options.port} is in use by another program; stop that program, or choose another port with --port.`);
  });
  return {
    origin: `http://${loopback}:${(server.address() as AddressInfo).port}`,
    send: events.send,
    async close() {
      events.close();
      for (const socket of sockets) socket.destroy();
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Undefined for a foreign host name. */
function localOriginOf({ headers, socket }: IncomingMessage): Ends['local'] | undefined {
  const names = [loopback, 'localhost'].map((name) => `${name}:${socket.localPort}`);
  return names.includes(headers.host ?? '') ? `http://${headers.host}` : undefined;
}

function refuse(error: unknown, { response, terminal }: { response: ServerResponse; terminal: Terminal }): void {
  if (response.destroyed || response.writableEnded) return;
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof DevError)) terminal.problem(error instanceof Error ? (error.stack ?? message) : message);
  if (response.headersSent) return void response.destroy();
  response.writeHead(502, { ...ownHeaders, 'content-type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
}
