import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import { isLeftBehind } from '@enfilade/shared-contracts/kit/is-left-behind';
import { EnvHttpProxyAgent } from 'undici';

/** Hash in the form of Subresource Integrity. */
export const integrityOf = (bytes: string | Uint8Array) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Hash of an inline script or style, in the form of a content policy. */
export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * An object for keys that hardly any other object has, such as the paths of a version's files. V8 remembers each way in which `{}` got its
 * properties, some 1,500 from its beginning; once living objects have used them up, every other `{}` of the process, those of each
 * request too, gets a hidden class that nothing shares and only a whole garbage collection clears away. An object
 * without a prototype is a hash table from the start.
 */
export function createTable<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const table: Record<string, T> = Object.create(null);
  for (const [key, value] of entries) table[key] = value;
  return table;
}

export type OneAtATime = <T>(task: () => Promise<T>) => Promise<T>;

/** A queue of tasks of which never two run at once, in the order in which they came. A failed one does not stop the next. */
export function createOneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}

/** The paths of all files below a folder, sorted and with slashes, without what a system or an editor left behind. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !isLeftBehind(entry.name));
  return files.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)).split(path.sep).join('/')).sort();
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Never through a proxy: it would look for the address on its own machine. */
const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** undici compares the texts of hosts: `db.local.` is `db.local`, and URLs have IPv6 in brackets. */
const asUrlHost = (host: string) => (isIPv6(host) ? `[${host}]` : host.replace(/\.(?=$|:\d+$)/, ''));

/** HTTP_PROXY or HTTPS_PROXY does not name a proxy. The value may hold a password and is not repeated. */
export class ProxyAddressError extends Error {
  override readonly name = 'ProxyAddressError';
}

/**
 * Sends requests through the proxy that HTTP_PROXY and HTTPS_PROXY name, in capital or small letters, except to the hosts
 * of NO_PROXY. Requests to `http:` are sent to the proxy itself, as many proxies open tunnels to port 443 alone.
 * @throws ProxyAddressError
 */
export function createProxyAgent(options: EnvHttpProxyAgent.Options = {}, env: Environment = process.env): EnvHttpProxyAgent {
  const read = (name: string) => env[name] || env[name.toUpperCase()] || '';
  const addressOf = (name: string) => {
    const address = read(name)
      .trim()
      .replace(/^(?!\w+:\/\/)(?=.)/, 'http://');
    if (address !== '' && !(URL.canParse(address) && /^https?:/i.test(address)))
      throw new ProxyAddressError(`${name.toUpperCase()} must be the address of a proxy such as http://proxy.example.org:3128`);
    return address;
  };
  const noProxy = read('no_proxy').trim();
  return new EnvHttpProxyAgent({
    ...options,
    proxyTunnel: false,
    httpProxy: addressOf('http_proxy'),
    httpsProxy: addressOf('https_proxy'),
    noProxy: noProxy === '*' ? noProxy : [...noProxy.split(/[\s,]+/).map(asUrlHost), ...thisMachine].join(),
  });
}
