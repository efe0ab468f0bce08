import { operatorsPath } from '@enfilade/shared-contracts/visit/arrival';

// Answers a visitor's navigation if the network fails, and nothing else, so the worker cannot hold back a release, a policy or a rollback.

interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface InstallEvent extends ExtendableEvent {
  /** Absent outside Chromium. */
  addRoutes?(routes: readonly object[]): Promise<void>;
}
interface FetchEvent extends Event {
  readonly request: Request;
  /** Undefined if the browser preloads no navigations. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
/** TypeScript's worker types conflict with its page types. */
declare const self: {
  readonly registration: ServiceWorkerRegistration;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
};
/** Changes this file whenever the offline page changes. */
declare const __webpack_hash__: string;

const pageAddress = '/offline.html';
const cacheName = `offline ${__webpack_hash__}`;

/** A screen's path has one segment. Offline, no set lists the screens. */
const screenPath = /^\/[a-z0-9-]*\/*$/;
const otherPaths = [operatorsPath, '/api', '/registry', '/healthz', '/readyz', '/metrics'];

const isVisitorNavigation = ({ mode, method, url }: Request) => {
  const { pathname } = new URL(url);
  return mode === 'navigate' && method === 'GET' && screenPath.test(pathname) && !otherPaths.includes(pathname.replace(/\/+$/, ''));
};

async function answer({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    // biome-ignore lint/style/noRestrictedGlobals: the browser's own request, as it is
    const page = (await preloadResponse) ?? (await fetch(request));
    // Firefox's preload does not reject.
    if (page.type === 'error') throw new TypeError('The network failed');
    return page;
  } catch (error) {
    const stored = await caches.match(pageAddress);
    if (!stored) throw error;
    return stored;
  }
}

async function storePage(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.add(new Request(pageAddress, { cache: 'no-cache' }));
  await self.skipWaiting();
}

async function start(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name !== cacheName);
  await Promise.all(others.map((name) => caches.delete(name)));
  // In other browsers, the preload sends the request while this worker starts.
  await self.registration.navigationPreload?.enable();
}

self.addEventListener('install', (event) => {
  // With static routes, requests bypass this worker, and a navigation asks the network and the worker in parallel.
  const files = ['no-cors', 'cors', 'same-origin'].map((requestMode) => ({ condition: { requestMode }, source: 'network' }));
  const pages = { condition: { requestMode: 'navigate' }, source: 'race-network-and-fetch-handler' };
  event.addRoutes?.([...files, pages]).catch(() => undefined);
  event.waitUntil(storePage());
});
self.addEventListener('activate', (event) => event.waitUntil(start()));
self.addEventListener('fetch', (event) => {
  if (isVisitorNavigation(event.request)) event.respondWith(answer(event));
});
