import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Keys } from './key-files.ts';

export interface SignedCookieOptions {
  /** Without `__Host-`. */
  name: string;
  sameSite: 'Lax' | 'Strict';
  /** Current keys: the first signs, and later keys still verify. */
  keys(): Keys<Buffer>;
  publicOrigin: string | undefined;
  /** Also for a browser of the network that came without TLS. */
  isForPlainHttp?: boolean;
}

/** What of a request decides which of the two names its cookie has. */
export type CookieRequest = Pick<FastifyRequest, 'headers' | 'host' | 'ip' | 'protocol'>;

/**
 * A cookie that only this site can make: `<text>.<HMAC-SHA256 of its name and the text>`. It is signed, not encrypted: nothing in it is
 * secret. Its name begins with `__Host-` and it is Secure, but for requests on this machine without TLS: WebKit drops such a cookie there.
 * Elsewhere every browser drops it over http: a visit then has another cookie, and an operators' session has none.
 */
export type SignedCookie = ReturnType<typeof createSignedCookie>;

export function createSignedCookie({ name, sameSite, keys, publicOrigin, isForPlainHttp = false }: SignedCookieOptions) {
  const kindOf = (prefix: string, security: string) => ({
    form: new RegExp(`(?:^|;\\s*)${prefix}${name}=([\\w.*-]+)\\.([\\w-]{43})\\s*(?:;|$)`),
    name: `${prefix}${name}`,
    attributes: `Path=/; HttpOnly;${security} SameSite=${sameSite}`,
  });
  const [hosted, local] = [kindOf('__Host-', ' Secure;'), kindOf('enfilade-', '')];
  const isPlain = isForPlainHttp ? isPlainRequest : isLocalRequest;
  const pick = (request: CookieRequest) => (isPlain(request, publicOrigin) ? local : hosted);
  const sign = (text: string, binding: string, key: Buffer) =>
    createHmac('sha256', key)
      // With the name: cookies of two kinds may be signed by one key.
      .update(JSON.stringify([name, text, binding]))
      .digest('base64url');
  return {
    /**
     * The text of a request's cookie; undefined if it is missing, forged or damaged.
     * @param bindingOf what the signature of this text covers beside it; undefined: no cookie has such a text
     */
    find(request: CookieRequest, bindingOf: (text: string) => string | undefined = () => ''): string | undefined {
      const [, text = '', signature = ''] = pick(request).form.exec(request.headers.cookie ?? '') ?? [];
      const binding = text === '' ? undefined : bindingOf(text);
      if (binding === undefined) return undefined;
      const isSigned = keys().some((key) => timingSafeEqual(Buffer.from(sign(text, binding, key)), Buffer.from(signature)));
      return isSigned ? text : undefined;
    },
    /** The whole Set-Cookie header. If `maxAgeSeconds` is missing, the browser deletes the cookie when it closes. */
    header(
      request: CookieRequest,
      text: string,
      { binding = '', maxAgeSeconds }: { binding?: string; maxAgeSeconds?: number | undefined },
    ): string {
      const kind = pick(request);
      const life = maxAgeSeconds === undefined ? '' : ` Max-Age=${maxAgeSeconds};`;
      return `${kind.name}=${text}.${sign(text, binding, keys()[0])};${life} ${kind.attributes}`;
    },
    /** The Set-Cookie header that removes it. */
    removal(request: CookieRequest): string {
      const kind = pick(request);
      return `${kind.name}=; Max-Age=0; ${kind.attributes}`;
    },
  };
}

/**
 * Whether the browser came without TLS, and so keeps no Secure cookie. Behind a proxy that ends TLS and says nothing the
 * browser itself tells: it sends Sec-Fetch-Site to secure addresses alone.
 */
export function isPlainRequest(request: CookieRequest, publicOrigin: string | undefined): boolean {
  const isOverTls = publicOrigin?.startsWith('https:') || request.protocol !== 'http' || 'sec-fetch-site' in request.headers;
  return isLocalRequest(request, publicOrigin) || !isOverTls;
}

/** What a proxy adds and a browser never sends. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether a browser asks the site on its own machine, without TLS. PUBLIC_ORIGIN names the site, otherwise the connection does, unless a
 * proxy of this machine made it; Host, which no page can choose for its visitor, must match. Origin is not asked: browsers send it with
 * some requests only, and all of them must get the same answer.
 */
export function isLocalRequest({ headers, host, ip, protocol }: CookieRequest, publicOrigin: string | undefined): boolean {
  const isDirect = () => isLoopbackAddress(ip) && !proxyHeaders.some((name) => name in headers);
  return (publicOrigin === undefined ? isDirect() : isLocalOrigin(publicOrigin)) && isLocalOrigin(`${protocol}://${host}`);
}

/** `ip` of a closed connection is undefined, unlike its type. */
function isLoopbackAddress(ip: string | undefined): boolean {
  return ip !== undefined && ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';
}

function isLocalOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  // The parser has brought every way to write 127.0.0.1 into this form.
  return protocol === 'http:' && /^(?:127(?:\.\d+){3}|\[::1\]|(?:[^.]+\.)*localhost)$/.test(hostname);
}
