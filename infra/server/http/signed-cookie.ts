import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Keys } from './key-files.ts';

export interface SignedCookieOptions {
  name: string;
  sameSite: 'Lax' | 'Strict';
  keys(): Keys<Buffer>;
  publicOrigin: string | undefined;
  isForPlainHttp?: boolean;
}

export type CookieRequest = Pick<FastifyRequest, 'headers' | 'host' | 'ip' | 'protocol'>;

/**
 * Unencrypted: `<text>.<HMAC-SHA256 of its name and the text>`. WebKit drops Secure cookies on this machine without TLS. Over plain http
 * from other machines, every browser drops Secure cookies: a visit then uses the name without `__Host-`, and an operator's session is not
 * possible.
 */
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
      // The signature covers the name, because one key may sign cookies of two kinds.
      .update(JSON.stringify([name, text, binding]))
      .digest('base64url');
  return {
    /** @param bindingOf further text that the signature covers; undefined if no cookie has this text */
    find(request: CookieRequest, bindingOf: (text: string) => string | undefined = () => ''): string | undefined {
      const [, text = '', signature = ''] = pick(request).form.exec(request.headers.cookie ?? '') ?? [];
      const binding = text === '' ? undefined : bindingOf(text);
      if (binding === undefined) return undefined;
      const isSigned = keys().some((key) => timingSafeEqual(Buffer.from(sign(text, binding, key)), Buffer.from(signature)));
      return isSigned ? text : undefined;
    },
    /** If `maxAgeSeconds` is missing, the browser deletes the cookie when the browser closes. */
    header(
      request: CookieRequest,
      text: string,
      { binding = '', maxAgeSeconds }: { binding?: string; maxAgeSeconds?: number | undefined },
    ): string {
      const kind = pick(request);
      const life = maxAgeSeconds === undefined ? '' : ` Max-Age=${maxAgeSeconds};`;
      return `${kind.name}=${text}.${sign(text, binding, keys()[0])};${life} ${kind.attributes}`;
    },
    removal(request: CookieRequest): string {
      const kind = pick(request);
      return `${kind.name}=; Max-Age=0; ${kind.attributes}`;
    },
  };
}

/** Browsers send Sec-Fetch-Site to secure addresses alone, which reveals TLS behind a proxy that does not forward the protocol. */
export function isPlainRequest(request: CookieRequest, publicOrigin: string | undefined): boolean {
  const isOverTls = publicOrigin?.startsWith('https:') || request.protocol !== 'http' || 'sec-fetch-site' in request.headers;
  return isLocalRequest(request, publicOrigin) || !isOverTls;
}

/** Headers that a proxy adds and a browser never sends. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * PUBLIC_ORIGIN decides; if it is missing, the connection, unless a proxy of this machine opened the connection. Host must be local too; no
 * page can choose Host. We do not read Origin, because browsers send Origin with some requests only.
 */
function isLocalRequest({ headers, host, ip, protocol }: CookieRequest, publicOrigin: string | undefined): boolean {
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
  // The URL parser normalises every notation of 127.0.0.1.
  return protocol === 'http:' && /^(?:127(?:\.\d+){3}|\[::1\]|(?:[^.]+\.)*localhost)$/.test(hostname);
}
