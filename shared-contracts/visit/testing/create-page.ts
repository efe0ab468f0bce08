import type { SessionPage } from '../create-session.ts';

/** Cookies and storage of one browser. Every page of `openPage` gets other pages' storage events. */
export function createBrowser(cookies: Record<string, string> = {}, stored: Record<string, string> = {}) {
  const [jar, values] = [new Map(Object.entries(cookies)), new Map(Object.entries(stored))];
  const writes: string[] = [];
  const windows: EventTarget[] = [];
  function openPage(isSecureContext = true): SessionPage {
    const window = new EventTarget();
    windows.push(window);
    const localStorage = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem(key: string, value: string) {
        values.set(key, value);
        for (const other of windows) if (other !== window) other.dispatchEvent(Object.assign(new Event('storage'), { key }));
      },
    };
    const document = Object.defineProperty(new EventTarget(), 'cookie', {
      get: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      set(text: string) {
        writes.push(text);
        const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(text) ?? [];
        if (text.includes('Max-Age=0;')) jar.delete(name);
        else jar.set(name, value);
      },
    }) as SessionPage['document'];
    return { document, window: Object.assign(window, { localStorage, isSecureContext }) };
  }
  return { jar, values, writes, openPage };
}

export const createPage = (): SessionPage => createBrowser().openPage();
