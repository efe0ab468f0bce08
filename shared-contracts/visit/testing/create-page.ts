import type { SessionPage } from '../create-session.ts';

export function createPage(): SessionPage {
  const [jar, values] = [new Map<string, string>(), new Map<string, string>()];
  const page = Object.defineProperty(new EventTarget(), 'cookie', {
    get: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    set(cookie: string) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    },
  }) as SessionPage['document'];
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  return { document: page, window: Object.assign(new EventTarget(), { localStorage: storage, isSecureContext: true }) };
}
