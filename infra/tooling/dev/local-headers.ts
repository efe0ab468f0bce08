import type { IncomingHttpHeaders } from 'node:http';

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
