import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { toLocalCookie, toSiteCookies } from './local-cookies.ts';

/** The two ends of the proxy, as origins. */
export interface Ends {
  /** As the browser addresses this server: `http://127.0.0.1:8090`. */
  local: string;
  site: string;
}

type Headers = Record<string, string | string[]>;

/** What concerns one connection, and what Node writes itself. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'expect',
]);

/**
 * A browser's request as one to the site itself. Only what this server's own pages say of themselves is rewritten:
 * a foreign page's origin goes on as it is, and the site refuses it.
 */
export function toSiteHeaders(headers: IncomingHttpHeaders, { local, site }: Ends): Headers {
  const passed = passing(headers);
  if (headers.origin === local) passed['origin'] = site;
  if (headers.referer === local || headers.referer?.startsWith(`${local}/`)) passed['referer'] = site + headers.referer.slice(local.length);
  delete passed['cookie'];
  const cookies = headers.cookie === undefined ? undefined : toSiteCookies(headers.cookie);
  return { ...passed, host: new URL(site).host, ...(cookies !== undefined && { cookie: cookies }) };
}

/** The site's answer as one of this server. */
export function toLocalHeaders(headers: IncomingHttpHeaders, ends: Ends): OutgoingHttpHeaders {
  const passed = passing(headers);
  // For a week or a year this machine's own address would be https.
  delete passed['strict-transport-security'];
  // Scripts that change with every edit have no hash.
  delete passed['integrity-policy'];
  const { location, 'set-cookie': cookies, 'content-security-policy': policy } = headers;
  if (location !== undefined) passed['location'] = toLocalLocation(location, ends);
  // undici gives a single one as a text, against its own types.
  if (cookies) passed['set-cookie'] = [cookies].flat().map(toLocalCookie);
  if (typeof policy === 'string') passed['content-security-policy'] = toLocalPolicy(policy, ends);
  return passed;
}

function passing(headers: IncomingHttpHeaders): Headers {
  const named = String(headers.connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  const kept = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] => entry[1] !== undefined && !ofConnection.has(entry[0]) && !named.includes(entry[0]),
  );
  return Object.fromEntries(kept);
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
