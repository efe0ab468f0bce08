import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { parseSet } from '@enfilade/shared-contracts/releases/signed-set';
import { createProxyServer } from 'httpxy';
import type { LocalBuilds, RunningVersions } from './local-builds.ts';
import { type LocalSets, rewritePage } from './local-page.ts';
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

export interface Ends {
  /** In the browser, such as `http://127.0.0.1:8090`. */
  local: string;
  site: string;
}

/** A foreign page's origin passes unchanged, and the site refuses the request. */
export function toSiteHeaders({ cookie, ...passed }: IncomingHttpHeaders, { local, site }: Ends): IncomingHttpHeaders {
  const { origin, referer } = passed;
  const cookies = cookie === undefined ? undefined : toSiteCookies(cookie);
  return {
    ...passed,
    ...(origin === local && { origin: site }),
    ...((referer === local || referer?.startsWith(`${local}/`)) && { referer: site + referer.slice(local.length) }),
    ...(cookies !== undefined && { cookie: cookies }),
  };
}

export function toLocalHeaders(headers: IncomingHttpHeaders, ends: Ends): IncomingHttpHeaders {
  // HSTS would bind this machine's address to https. Local scripts change with each edit and have no hash.
  const { 'strict-transport-security': _, 'integrity-policy': _ofScripts, ...passed } = headers;
  const { location, 'set-cookie': cookies, 'content-security-policy': policy } = passed;
  return {
    ...passed,
    ...(location !== undefined && { location: toLocalLocation(location, ends) }),
    ...(cookies && { 'set-cookie': cookies.map(toLocalCookie) }),
    ...(typeof policy === 'string' && { 'content-security-policy': toLocalPolicy(policy, ends) }),
  };
}

/** A redirect that leaves the site stays unchanged. */
function toLocalLocation(location: string, { local, site }: Ends): string {
  if (!URL.canParse(location, site)) return location;
  const target = new URL(location, site);
  return target.origin === site && /^(?:[a-z]+:|\/\/)/i.test(location) ? local + target.href.slice(site.length) : location;
}

/** Replaces the origin for http and WebSockets. */
function toLocalPolicy(policy: string, { local, site }: Ends): string {
  const socket = (origin: string) => origin.replace(/^http/, 'ws');
  const named = new Map([
    [site, local],
    [socket(site), socket(local)],
  ]);
  return policy.replace(/[^\s;]+/g, (word) => named.get(word) ?? word);
}

// Some browsers accept cookies named `__Host-` or `__Secure-`, and cookies marked Secure, from https alone, also on this machine.
// The browser gets another name without the mark; the site gets the original name.
const reserved = /^__(?:Host|Secure)-/i;
const prefix = 'dev-';

export function toLocalCookie(header: string): string {
  const [pair = '', ...attributes] = header.split(';');
  const kept = attributes.filter((attribute) => !/^\s*(?:secure|partitioned|domain\s*=.*)\s*$/i.test(attribute));
  const named = reserved.test(pair.trimStart()) ? `${prefix}${pair.trimStart()}` : pair;
  // Browsers accept SameSite=None only with Secure; the local address needs only Lax.
  return [named, ...kept.map((attribute) => attribute.replace(/^(\s*samesite\s*=\s*)none\s*$/i, '$1Lax'))].join(';');
}

/** Undefined if no cookie is left. */
export function toSiteCookies(header: string): string | undefined {
  const cookies = header.split(';').map((cookie) => cookie.trim());
  // Other programs of this machine share the cookies. A reserved name without our prefix is another program's cookie.
  const own = cookies.filter((cookie) => cookie !== '' && !reserved.test(cookie));
  const named = own.map((cookie) =>
    cookie.startsWith(prefix) && reserved.test(cookie.slice(prefix.length)) ? cookie.slice(prefix.length) : cookie,
  );
  return named.length > 0 ? named.join('; ') : undefined;
}
