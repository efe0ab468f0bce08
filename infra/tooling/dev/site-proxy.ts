import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { parseSet } from '@enfilade/shared-contracts/releases/signed-set';
import { createProxyServer } from 'httpxy';
import type { LocalBuilds, RunningVersions } from './local-builds.ts';
import { type Ends, toLocalHeaders, toSiteHeaders } from './local-headers.ts';
import { rewritePage } from './local-page.ts';
import type { LocalSets } from './local-sets.ts';
import { clientTag, readRunning } from './page-events.ts';
import { DevError } from './terminal.ts';

type Rewrite = (text: string, ends: Ends) => string;

/** Undefined if the answer passes unchanged. */
export function createRewriting(sets: LocalSets, { newestHostFile }: LocalBuilds): (request: IncomingMessage) => Rewrite | undefined {
  const page: Rewrite = (html) =>
    rewritePage(html, { rewriteSet: (set) => sets.rewrite(set), keys: sets.publicKeys, clientTag, newestHostFile });
  const composition =
    (running: RunningVersions): Rewrite =>
    (text) => {
      const found = parseSet(text);
      return 'set' in found ? JSON.stringify(sets.rewrite(found.set, running)) : text;
    };
  // The site makes the room's address from the Origin header. The room's WebSocket must pass through this server.
  const call: Rewrite = (text, { local, site }) => text.replaceAll(`"${site}/voice/`, `"${local}/voice/`);
  return ({ method, url = '', headers }) => {
    if (method === 'POST' && url.startsWith('/api/voice/call/web')) return call;
    if (method !== 'GET') return undefined;
    if (url.startsWith('/api/compositions/')) return composition(readRunning(headers));
    return headers.accept?.includes('text/html') ? page : undefined;
  };
}

/** If the browser leaves, the request ends. @throws DevError if the site does not answer, or compresses an answer that must be rewritten */
export async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { rewrite, ...ends }: Ends & { rewrite: Rewrite | undefined },
) {
  // A browser's copy is rewritten, so the site must send the whole text.
  const { 'if-none-match': _, 'if-modified-since': __, ...asked } = request.headers;
  const headers = rewrite ? { ...asked, 'accept-encoding': 'identity' } : request.headers;
  request.headers = toSiteHeaders(headers, ends);
  const proxy = createProxyServer({ target: ends.site, changeOrigin: true, selfHandleResponse: rewrite !== undefined });
  try {
    await new Promise<void>((resolve, reject) => {
      proxy.once('proxyRes', (answer) => {
        answer.headers = toLocalHeaders(answer.headers, ends);
        if (rewrite) sendRewritten(answer, rewrite, { response, ends }).catch(reject);
      });
      proxy.web(request, response).then(resolve, reject);
    });
  } catch (cause) {
    throw cause instanceof DevError ? cause : new DevError(`${ends.site} does not answer (${reasonOf(cause)}).`, { cause });
  } finally {
    request.headers = headers;
  }
}

/** @throws DevError if the answer is compressed */
async function sendRewritten(
  answer: IncomingMessage,
  rewrite: Rewrite,
  { response, ends }: { response: ServerResponse; ends: Ends },
): Promise<void> {
  const { statusCode = 502, headers } = answer;
  if (!/^(?:text\/html|application\/json)\b/.test(String(headers['content-type'])))
    return void answer.pipe(response.writeHead(statusCode, headers));
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new DevError(`${ends.site} answers in ${encoding}, although the request accepts only plain text.`);
  const body = Buffer.from(rewrite(await text(answer), ends));
  const {
    connection: _,
    'transfer-encoding': _chunked,
    'last-modified': _time,
    etag: _ofSite,
    'content-length': _length,
    ...kept
  } = headers;
  response.writeHead(statusCode, { ...kept, 'content-length': body.length }).end(body);
}

/** The WebSocket carries the sound of calls. If the site refuses the WebSocket, the socket closes. */
export function passSocketOn(request: IncomingMessage, socket: Socket, { head, ...ends }: Ends & { head: Buffer }): void {
  request.headers = toSiteHeaders(request.headers, ends);
  const proxy = createProxyServer({ target: ends.site, changeOrigin: true });
  proxy.once('open', (line) => {
    socket.once('close', () => line.destroy());
    line.once('close', () => socket.destroy());
  });
  proxy.ws(request, socket, {}, head).catch(() => socket.destroy());
}

/** The code names the reason of a system error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
