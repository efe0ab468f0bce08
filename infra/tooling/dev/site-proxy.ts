import { createHash } from 'node:crypto';
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseSet } from '@enfilade/shared-contracts/releases/signed-set';
import { Agent, type Dispatcher } from 'undici';
import type { LocalHost, RunningVersions } from './local-builds.ts';
import { type Ends, toLocalHeaders, toSiteHeaders } from './local-headers.ts';
import { rewritePage } from './local-page.ts';
import type { LocalSets } from './local-sets.ts';
import { clientTag, readRunning } from './page-events.ts';
import { DevError } from './terminal.ts';

type Rewrite = (text: string, ends: Ends) => string;

/** Decides from a request what becomes of the text of its answer; undefined for what passes as it is. */
export function createRewriting(sets: LocalSets, host: LocalHost): (request: IncomingMessage) => Rewrite | undefined {
  const page: Rewrite = (html) =>
    rewritePage(html, { rewriteSet: (set) => sets.rewrite(set), keys: sets.publicKeys, clientTag, newestHostFile: host.newestOf });
  const composition =
    (running: RunningVersions): Rewrite =>
    (text) => {
      const found = parseSet(text);
      return 'set' in found ? JSON.stringify(sets.rewrite(found.set, running)) : text;
    };
  // The room's address is made of what the browser says its origin is; its socket comes through this server too.
  const call: Rewrite = (text, { local, site }) => text.replaceAll(`"${site}/voice/`, `"${local}/voice/`);
  return ({ method, url = '', headers }) => {
    if (method === 'POST' && url.startsWith('/api/voice/call/web')) return call;
    if (method !== 'GET') return undefined;
    if (url.startsWith('/api/compositions/')) return composition(readRunning(headers));
    return headers.accept?.includes('text/html') ? page : undefined;
  };
}

/** The request as it goes out for an answer that will be rewritten: as plain text, and whatever the browser has. */
export function askForText(request: IncomingMessage): void {
  request.headers['accept-encoding'] = 'identity';
  delete request.headers['if-none-match'];
  delete request.headers['if-modified-since'];
}

/** Answers with the rewritten text, or that the browser has it already. @throws DevError when the text cannot be read */
export async function sendRewritten(
  answer: SiteAnswer,
  rewrite: Rewrite,
  { response, ends, ifNoneMatch }: { response: ServerResponse; ends: Ends; ifNoneMatch: string | undefined },
): Promise<void> {
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new DevError(`${ends.site} answers in ${String(encoding)} though it was asked for plain text.`);
  const text = Buffer.from(rewrite(await answer.body.text(), ends));
  const headers: OutgoingHttpHeaders = { ...toLocalHeaders(answer.headers, ends), 'content-length': text.length };
  delete headers['last-modified'];
  delete headers['etag'];
  if (answer.statusCode !== 200) return void response.writeHead(answer.statusCode, headers).end(text);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  headers['etag'] = etag;
  if (!isHeld(ifNoneMatch, etag)) return void response.writeHead(200, headers).end(text);
  delete headers['content-length'];
  response.writeHead(304, headers).end();
}

function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  const held = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return held.includes(etag) || held.includes('*');
}

/** WebSockets of pages, byte by byte to the site: the sound of calls. */
export function createTunnel() {
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
    /** For the server's `upgrade`. The site decides; what it refuses is refused here as well. */
    accept(request: IncomingMessage, socket: Duplex, { head, ...ends }: Ends & { head: Buffer }): void {
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
    /** Cuts every line. */
    close(): void {
      for (const end of open) end.destroy();
    },
  };
}

function headText({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n');
}

export type SiteAnswer = Dispatcher.ResponseData;

const withoutBody = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The way to the site that is behind this server. */
export function createSiteLink() {
  // No limits of time: an answer may be the guide's, or a page's that waits for a site which starts again.
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  return {
    /**
     * Sends a browser's request on; the answer's body comes while it is made. What the browser breaks off is broken off.
     * @throws DevError when the site does not answer
     */
    async ask(request: IncomingMessage, response: ServerResponse, ends: Ends): Promise<SiteAnswer> {
      const left = new AbortController();
      response.once('close', () => left.abort());
      const { method = 'GET', url = '/' } = request;
      try {
        return await agent.request({
          origin: ends.site,
          path: url,
          method: method as Dispatcher.HttpMethod,
          headers: toSiteHeaders(request.headers, ends),
          body: withoutBody.has(method) ? null : request,
          signal: left.signal,
        });
      } catch (cause) {
        throw new DevError(`${ends.site} does not answer (${reasonOf(cause)}).`, { cause });
      }
    },
    /** Answers with the site's answer as it comes. */
    async pass(answer: SiteAnswer, response: ServerResponse, ends: Ends): Promise<void> {
      response.writeHead(answer.statusCode, toLocalHeaders(answer.headers, ends));
      // The first words of a stream are not held back until there are more.
      response.flushHeaders();
      await pipeline(answer.body, response);
    },
    close: () => agent.destroy(),
  };
}

/** The system's own name for what failed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
