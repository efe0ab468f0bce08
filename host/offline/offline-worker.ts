import { operatorsPath } from '@enfilade/shared-contracts/visit/arrival';

// The site's one service worker. It answers a visitor's navigation with the offline page when the network fails, and no other request.
// Every page of the site comes from the network, so the worker cannot hold back a release, a policy or a rollback.

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
/** The used part of TypeScript's worker types, which cannot be combined with its page types. */
declare const self: {
  readonly registration: ServiceWorkerRegistration;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
};
/** Hash of the whole build, so that this file changes whenever the offline page does. */
declare const __webpack_hash__: string;

const pageAddress = '/offline.html';
const cacheName = `offline ${__webpack_hash__}`;

/** A screen's path has one segment. The page's set lists the screens; offline no set is available. */
const screenPath = /^\/[a-z0-9-]*\/*$/;
const otherPaths = [operatorsPath, '/api', '/registry', '/healthz', '/readyz', '/metrics'];

/** Whether the request opens a visitors' page, and not the operators' console, a file or an API call. */
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
  // In other browsers the preload sends the request while this worker starts.
  await self.registration.navigationPreload?.enable();
}

self.addEventListener('install', (event) => {
  // If the browser supports static routes, the page's requests bypass this worker, and a navigation asks the network at the same time.
  const files = ['no-cors', 'cors', 'same-origin'].map((requestMode) => ({ condition: { requestMode }, source: 'network' }));
  const pages = { condition: { requestMode: 'navigate' }, source: 'race-network-and-fetch-handler' };
  event.addRoutes?.([...files, pages]).catch(() => undefined);
  event.waitUntil(storePage());
});
self.addEventListener('activate', (event) => event.waitUntil(start()));
self.addEventListener('fetch', (event) => {
  if (isVisitorNavigation(event.request)) event.respondWith(answer(event));
});
