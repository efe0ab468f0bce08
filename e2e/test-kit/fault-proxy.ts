import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Fault } from './fault.ts';
import { listen } from './listen.ts';
import { createTunnels, type Tunnels } from './tunnels.ts';

export interface FaultProxy {
  origin: string;
  requests: string[];
  /** A `hang` or `reset` of `break` also affects new WebSockets. */
  tunnels: Tunnels;
  /** Lasts until `heal`. */
  break(matches: RegExp, fault: Fault): void;
  /** Applies to new requests; hanging requests stay open. */
  heal(): void;
  close(): Promise<void>;
}

/** Appended code leaves this trace: `window.tampered`. */
const trace = ';globalThis.tampered=true;';

/** Playwright's own routing would switch the HTTP cache off, and hide the effects of a hung request on later requests. */
export async function startFaultProxy(site: string): Promise<FaultProxy> {
  const requests: string[] = [];
  const broken: { matches: RegExp; fault: Fault }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    const fault = broken.find(({ matches }) => matches.test(path))?.fault;
    if (fault) answerWith(fault, { site, request, response });
    else pass(site, request, response);
  });
  const tunnels = createTunnels(server, site, (path) => {
    requests.push(path);
    return broken.find(({ matches }) => matches.test(path))?.fault;
  });
  const { origin, close } = await listen(server);
  return {
    origin,
    requests,
    tunnels,
    break(matches, fault) {
      broken.push({ matches, fault });
    },
    heal() {
      broken.length = 0;
    },
    async close() {
      tunnels.drop();
      await close();
    },
  };
}

interface Exchange {
  site: string;
  request: IncomingMessage;
  response: ServerResponse;
}

function answerWith(fault: Fault, exchange: Exchange): void {
  const { request, response } = exchange;
  switch (fault.kind) {
    case 'hang':
      return;
    case 'reset':
      response.destroy();
      return;
    case 'gate':
      void fault.gate.opened.then(() => pass(exchange.site, exchange.request, response));
      return;
    case '404':
    case '500':
      response.writeHead(Number(fault.kind), { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('broken');
      return;
    case 'refused':
      refuse(response, fault);
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Not the file</title>');
      return;
    case 'flipped':
    case 'tampered':
      change(exchange, (body) => (fault.kind === 'flipped' ? flip(body) : Buffer.concat([body, Buffer.from(trace)])));
      return;
    case 'rewrite':
      change(exchange, (body) => Buffer.from(fault.change(body.toString())));
      return;
    case 'delta':
      change(exchange, (body, encoding) => (encoding === 'dcz' ? withFrame(body, fault.frame) : body), request.headers);
      return;
    case 'cut':
      cut(exchange, fault);
  }
}

function refuse(response: ServerResponse, { status, code }: { status: number; code: string }): void {
  const body = { code, message: 'Refused, as the test said.', requestId: '0' };
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body));
}

/** The first 40 bytes of a delta name its dictionary (RFC 9842). */
const withFrame = (delta: Buffer, frame: Buffer): Buffer => Buffer.concat([delta.subarray(0, 40), frame]);

function flip(body: Buffer): Buffer {
  const changed = Buffer.from(body);
  const middle = changed.length >> 1;
  changed[middle] = (changed[middle] ?? 0) ^ 1;
  return changed;
}

function ask(
  { site, request }: Pick<Exchange, 'site' | 'request'>,
  headers: IncomingMessage['headers'],
  answered: (upstream: IncomingMessage) => void,
) {
  const { hostname, port } = new URL(site);
  const upstream = forward({ hostname, port, path: request.url, method: request.method, headers }, answered);
  request.pipe(upstream);
  return upstream;
}

function pass(site: string, request: IncomingMessage, response: ServerResponse): void {
  const upstream = ask({ site, request }, request.headers, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  upstream.on('error', () => response.destroy());
  response.on('close', () => upstream.destroy());
}

/** The request is uncompressed by default, so that the change is in the code itself. */
function change(
  { site, request, response }: Exchange,
  changed: (body: Buffer, encoding: string | undefined) => Buffer,
  headers = withoutEncoding(request.headers),
): void {
  ask({ site, request }, headers, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const body = changed(Buffer.concat(chunks), answer.headers['content-encoding']);
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': body.length }).end(body);
    });
  });
}

function withoutEncoding({ 'accept-encoding': _, ...headers }: IncomingMessage['headers']): IncomingMessage['headers'] {
  return headers;
}

function cut({ site, request, response }: Exchange, { bytes, gate }: Fault & { kind: 'cut' }): void {
  let left = bytes;
  ask({ site, request }, withoutEncoding(request.headers), (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('data', (chunk: Buffer) => {
      if (left <= 0) return;
      response.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left > 0) return;
      if (gate) void gate.opened.then(() => response.destroy());
      else setImmediate(() => response.destroy());
    });
    answer.on('end', () => response.end());
  }).on('error', () => response.destroy());
}
