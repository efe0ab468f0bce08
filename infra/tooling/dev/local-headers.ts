import type { IncomingHttpHeaders } from 'node:http';

/** The two ends of the proxy, as origins. */
export interface Ends {
  /** Origin of this server in the browser: `http://127.0.0.1:8090`. */
  local: string;
  site: string;
}

/**
 * A browser's request as one to the site itself. Only this server's own pages are rewritten: a foreign page's origin passes unchanged, and
 * the site refuses it.
 */
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

/** The site's answer as one of this server. */
export function toLocalHeaders(headers: IncomingHttpHeaders, ends: Ends): IncomingHttpHeaders {
  // For a week or a year this machine's own address would be https. Scripts that change with every edit have no hash.
  const { 'strict-transport-security': _, 'integrity-policy': _ofScripts, ...passed } = headers;
  const { location, 'set-cookie': cookies, 'content-security-policy': policy } = passed;
  return {
    ...passed,
    ...(location !== undefined && { location: toLocalLocation(location, ends) }),
    ...(cookies && { 'set-cookie': cookies.map(toLocalCookie) }),
    ...(typeof policy === 'string' && { 'content-security-policy': toLocalPolicy(policy, ends) }),
  };
}

/** A redirect within the site stays here; one that leads elsewhere leads there. */
function toLocalLocation(location: string, { local, site }: Ends): string {
  if (!URL.canParse(location, site)) return location;
  const target = new URL(location, site);
  return target.origin === site && /^(?:[a-z]+:|\/\/)/i.test(location) ? local + target.href.slice(site.length) : location;
}

/** Sources of the policy that name the site name this server, sockets included. */
function toLocalPolicy(policy: string, { local, site }: Ends): string {
  const socket = (origin: string) => origin.replace(/^http/, 'ws');
  const named = new Map([
    [site, local],
    [socket(site), socket(local)],
  ]);
  return policy.replace(/[^\s;]+/g, (word) => named.get(word) ?? word);
}

/*
 * Cookies whose names begin with `__Host-` or `__Secure-`, and those marked Secure, are taken from https alone by
 * some browsers, also on this machine. Here they go by another name and without the mark; the site never sees that.
 */
const reserved = /^__(?:Host|Secure)-/i;
const prefix = 'dev-';

/** A Set-Cookie header of the site as the local address may set it. */
export function toLocalCookie(header: string): string {
  const [pair = '', ...attributes] = header.split(';');
  const kept = attributes.filter((attribute) => !/^\s*(?:secure|partitioned|domain\s*=.*)\s*$/i.test(attribute));
  const named = reserved.test(pair.trimStart()) ? `${prefix}${pair.trimStart()}` : pair;
  // SameSite=None is for Secure alone, and everything here is one site.
  return [named, ...kept.map((attribute) => attribute.replace(/^(\s*samesite\s*=\s*)none\s*$/i, '$1Lax'))].join(';');
}

/** A Cookie header of the browser as the site set its cookies; undefined when nothing is left for it. */
export function toSiteCookies(header: string): string | undefined {
  const cookies = header.split(';').map((cookie) => cookie.trim());
  // Other programs of this machine share the jar: what they call by a reserved name is not this site's.
  const own = cookies.filter((cookie) => cookie !== '' && !reserved.test(cookie));
  const named = own.map((cookie) =>
    cookie.startsWith(prefix) && reserved.test(cookie.slice(prefix.length)) ? cookie.slice(prefix.length) : cookie,
  );
  return named.length > 0 ? named.join('; ') : undefined;
}
