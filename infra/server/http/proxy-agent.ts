import { isIPv6 } from 'node:net';
import { EnvHttpProxyAgent } from 'undici';

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
