import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { afterEach, beforeEach, expect, it, rs } from '@rstest/core';
import fc from 'fast-check';

const site = 'https://guide.example';
const cached = new Response('offline page');
const stored = { open: rs.fn(), keys: rs.fn(), delete: rs.fn(), match: rs.fn() };
const registration = { navigationPreload: { enable: rs.fn() } };
const skipWaiting = rs.fn();
const add = rs.fn();
const fromNetwork = rs.fn();

beforeEach(async () => {
  stored.open.mockResolvedValue({ add });
  stored.match.mockResolvedValue(cached);
  rs.stubGlobal('caches', stored);
  rs.stubGlobal('Request', function asWritten(url: string, init: RequestInit) {
    return { url, init };
  });
  rs.stubGlobal('fetch', fromNetwork);
  rs.stubGlobal('registration', registration);
  rs.stubGlobal('skipWaiting', skipWaiting);
  rs.resetModules();
  listeners.clear();
  rs.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => listeners.set(type, listener));
  await import('./offline-worker.ts');
});
afterEach(() => {
  rs.unstubAllGlobals();
  rs.clearAllMocks();
});
const listeners = new Map<string, (event: object) => void>();

interface Asked {
  path?: string;
  method?: string;
  mode?: string;
  preloadResponse?: Promise<Response | undefined>;
}

/** Undefined if the worker leaves the request to the browser. */
function ask({ path = '/visit', method = 'GET', mode = 'navigate', preloadResponse = Promise.resolve(undefined) }: Asked) {
  let answer: Promise<Response> | undefined;
  const respondWith = (response: Promise<Response>) => (answer = response);
  listeners.get('fetch')?.({ request: { url: site + path, method, mode }, preloadResponse, respondWith });
  return answer;
}

async function handle(type: 'install' | 'activate', more: object = {}): Promise<void> {
  let until: Promise<unknown> = Promise.resolve();
  listeners.get(type)?.({ ...more, waitUntil: (promise: Promise<unknown>) => (until = promise) });
  await until;
}

const screens = ['/', '/collection-selection', '/tailoring', '/visit', '/text-chat', '/poster'];

it('the offline worker answers a navigation to a screen from the network', async () => {
  const page = new Response('page');
  fromNetwork.mockResolvedValue(page);
  for (const path of [...screens, '/visit/', '/?museum=a', '/tailoring?question=time']) expect(await ask({ path }), path).toBe(page);
  expect(stored.match).not.toHaveBeenCalled();
});

it('the offline worker uses the browser’s preload, and sends no second request', async () => {
  const page = new Response('page');
  expect(await ask({ preloadResponse: Promise.resolve(page) })).toBe(page);
  expect(fromNetwork).not.toHaveBeenCalled();
});

it('the offline worker passes on a response with any status', async () => {
  for (const status of [200, 404, 500, 502, 503]) {
    fromNetwork.mockResolvedValue(new Response('as it is', { status }));
    expect((await ask({}))?.status).toBe(status);
  }
});

it.each([
  ['the request', async () => undefined],
  ['the preload', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the preload in Firefox', async () => Response.error()],
])('the offline worker answers with the offline page if the network fails (%s)', async (_, preload) => {
  fromNetwork.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await ask({ preloadResponse: preload() })).toBe(cached);
});

it('the offline worker lets the browser report a failed network if the offline page is missing', async () => {
  fromNetwork.mockRejectedValue(new TypeError('Failed to fetch'));
  stored.match.mockResolvedValue(undefined);
  await expect(ask({})).rejects.toThrow('Failed to fetch');
});

it('the offline worker answers no other request: no file, API call, stream, console, form or unknown address', () => {
  const path = fc.oneof(
    fc.webPath().filter((one) => one !== '' && !/^\/[a-z0-9-]*\/*$/.test(new URL(`https://museum.test${one}`).pathname)),
    fc.constantFrom(
      ...['/operator', '/operator/museums', '/api/chat', '/static/js/a.js', '/voice/room/a/ws', '/offline.html', '/offline-worker.js'],
    ),
  );
  forAll(path, (unknown) => {
    expect(ask({ path: unknown })).toBeUndefined();
  });
  const mode = fc.constantFrom('cors', 'no-cors', 'same-origin', 'websocket');
  forAll(mode, fc.constantFrom(...screens), (other, known) => {
    expect(ask({ path: known, mode: other })).toBeUndefined();
  });
  for (const method of ['POST', 'HEAD', 'PUT']) expect(ask({ method })).toBeUndefined();
});

it('the offline worker stores the page past the cache, and takes over without waiting for open pages', async () => {
  const addRoutes = rs.fn().mockResolvedValue(undefined);
  await handle('install', { addRoutes });
  expect(add.mock.calls).toEqual([[{ url: '/offline.html', init: { cache: 'no-cache' } }]]);
  expect(skipWaiting).toHaveBeenCalledOnce();
  const [routes] = addRoutes.mock.calls[0] ?? [];
  const sources = routes.map(({ condition, source }: { condition: object; source: string }) => [condition, source]);
  expect(sources).toEqual([
    [{ requestMode: 'no-cors' }, 'network'],
    [{ requestMode: 'cors' }, 'network'],
    [{ requestMode: 'same-origin' }, 'network'],
    [{ requestMode: 'navigate' }, 'race-network-and-fetch-handler'],
  ]);
});

it('the offline worker is not installed if its page is missing, and needs no static routes', async () => {
  await expect(handle('install')).resolves.toBeUndefined();
  add.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(handle('install')).rejects.toThrow('Failed to fetch');
});

it('the offline worker deletes the pages of earlier builds, and enables the browser’s preload', async () => {
  await handle('install');
  stored.keys.mockResolvedValue(['offline old', stored.open.mock.calls[0]?.[0]]);
  await handle('activate');
  expect(stored.delete.mock.calls).toEqual([['offline old']]);
  expect(registration.navigationPreload.enable).toHaveBeenCalledOnce();
});
