import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { request } from 'undici';

export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Any password logs a person in. */
  people: Map<string, { groups?: unknown; email?: string; email_verified?: boolean }>;
  asked: string[];
  close(): Promise<void>;
}

export async function startIdentityProvider(given: {
  redirectUris: () => string[];
  authMethod?: string;
  port?: number;
}): Promise<IdentityProvider> {
  const people: IdentityProvider['people'] = new Map();
  const asked: string[] = [];
  const [clientId, clientSecret] = ['enfilade', 'a-secret-of-the-client-of-the-provider'];
  let handle: ReturnType<Provider['callback']> | undefined;
  const server = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url?.split('?')[0]}`);
    handle?.(incoming, response);
  });
  await once(server.listen(given.port ?? 0, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const start = () => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: given.redirectUris(),
          token_endpoint_auth_method: given.authMethod ?? 'client_secret_basic',
        },
      ],
      clientAuthMethods: [given.authMethod ?? 'client_secret_basic'],
      pkce: { required: () => true },
      scopes: ['openid', 'email', 'groups'],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
      cookies: { keys: ['a key of the provider'] },
      findAccount: (_: unknown, accountId: string) => {
        const person = people.get(accountId);
        return person && { accountId, claims: async () => ({ sub: accountId, ...person }) };
      },
    });
    return provider.callback();
  };
  handle = (incoming, response) => {
    handle = start();
    handle(incoming, response);
  };
  return {
    issuer,
    clientId,
    clientSecret,
    people,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Keeps its own cookies for each host and path. */
export function createVisitor(login: string) {
  const jar = new Map<string, string>();
  const jarKey = (url: URL, name: string) => `${url.origin} ${name}`;

  function store(url: URL, lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(jarKey(url, name));
      else jar.set(jarKey(url, name), value);
    }
  }

  async function send(url: URL, form?: Record<string, string>) {
    const ofOrigin = [...jar].filter(([key]) => key.startsWith(`${url.origin} `));
    const cookie = ofOrigin.map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; ');
    const answer = await request(url, {
      headers: { ...(cookie && { cookie }), ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(form && { method: 'POST', body: new URLSearchParams(form).toString() }),
    });
    store(url, [answer.headers['set-cookie'] ?? []].flat());
    return { status: answer.statusCode, location: answer.headers['location'] as string | undefined, text: await answer.body.text() };
  }

  return {
    jar,
    send,
    /** Stops when no form and no redirect leads further, or when `until` returns true. */
    async follow(start: string, until: (url: URL) => boolean = () => false): Promise<URL> {
      let next: Step = { url: new URL(start) };
      for (let steps = 0; steps < 20 && !until(next.url); steps += 1) {
        const found = nextStep(next.url, await send(next.url, next.form), login);
        if (!found) return next.url;
        next = found;
      }
      return next.url;
    },
  };
}

interface Step {
  url: URL;
  form?: Record<string, string>;
}

function nextStep(url: URL, { location, text }: { location: string | undefined; text: string }, login: string): Step | undefined {
  if (location !== undefined) return { url: new URL(location, url) };
  const [, prompt] = /name="prompt" value="(\w+)"/.exec(text) ?? [];
  const [, action] = /<form[^>]* action="([^"]+)"/.exec(text) ?? [];
  return prompt && action ? { url: new URL(action, url), form: { prompt, login, password: 'any' } } : undefined;
}
