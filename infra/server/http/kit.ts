import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { isLeftBehind } from '@enfilade/shared-contracts/kit/is-left-behind';
import { EnvHttpProxyAgent } from 'undici';

export const integrityOf = (bytes: string | Uint8Array) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * For keys that few other objects have, such as the paths of a version's files. V8 limits the hidden-class transitions from `{}` to about
 * 1,500. Beyond the limit, every other `{}` of the process gets an unshared hidden class. An object without a prototype is a hash table
 * from the start.
 */
export function createTable<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const table: Record<string, T> = Object.create(null);
  for (const [key, value] of entries) table[key] = value;
  return table;
}

/** A failed task does not stop the next task. */
export function createOneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}

/** The code that the system or a library gave the error; empty if there is none. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** @returns a function that ends the calls */
export function callEvery(clock: Clock, ms: number, work: () => void): () => void {
  let cancel = clock.after(ms, next);
  function next(): void {
    cancel = clock.after(ms, next);
    work();
  }
  return () => cancel();
}

/** Ctrl-C sends two signals: the terminal's and npm's. A second signal within this time is ignored. */
const echoMs = 1_000;

/** The first signal closes in order; a later signal exits at once. */
export function closeOnSignal(close: () => unknown): void {
  let closingSince: number | undefined;
  const end = () => {
    const now = performance.now();
    if (closingSince !== undefined && now - closingSince > echoMs) process.exit(1);
    if (closingSince !== undefined) return;
    closingSince = now;
    close();
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

/** Sorted paths with slashes, without leftover files of systems and editors. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !isLeftBehind(entry.name));
  return files.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)).split(path.sep).join('/')).sort();
}

type Environment = Readonly<Record<string, string | undefined>>;

/** These hosts bypass the proxy, because the proxy would resolve them to its own machine. */
const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** undici compares hosts as text, so we drop the final dot and put IPv6 addresses in brackets as URLs do. */
const asUrlHost = (host: string) => (isIPv6(host) ? `[${host}]` : host.replace(/\.(?=$|:\d+$)/, ''));

/** The message does not repeat the value, which may contain a password. */
export class ProxyAddressError extends Error {
  override readonly name = 'ProxyAddressError';
}

/** Requests to `http:` use no tunnel, because many proxies open tunnels to port 443 alone. @throws ProxyAddressError */
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
