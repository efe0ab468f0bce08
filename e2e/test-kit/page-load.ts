import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { hideDeviceRecognition } from './test.ts';

/** The tap is repeated until the tap has an effect, which shows that the screen is usable. */
export interface Tap {
  /** Runs in the page. */
  find(): Element | null | undefined;
  /** Runs in the page. */
  isDone(control: Element): boolean;
}

/** Bytes on the wire, headers included. */
export interface LoadedFile {
  url: string;
  bytes: number;
}

export interface OpenedPage {
  page: Page;
  cdp: CDPSession;
  context: BrowserContext;
  /** Without requests that the cache answered. */
  files: readonly LoadedFile[];
  /** @returns the page's time at which the effect was painted */
  tapWhenDrawn(tap: Tap): Promise<number>;
  /** Leads to another screen. Repeats the tap after a second if the control remains. @returns the page's time of the first tap */
  tapAway(find: Tap['find']): Promise<number>;
  /** `tap` as for `tapWhenDrawn`. */
  goto(url: string, tap?: Tap): Promise<number>;
  untilQuiet(): Promise<void>;
}

/** A phone with an empty cache. */
export async function openPage(browser: Browser, cookies: Parameters<BrowserContext['addCookies']>[0] = []): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-GB' });
  if (cookies.length > 0) await context.addCookies(cookies);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Performance.enable');
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: 'tapAt' });
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  cdp.on('Runtime.bindingCalled', ({ payload }) => {
    const [x = 0, y = 0] = payload.split(' ').map(Number);
    // Sends both at once, because a busy page would turn two requests into a long press. A closed page rejects both.
    void Promise.all([touch('touchStart', [{ x, y }]), touch('touchEnd', [])]).catch(() => undefined);
  });
  const { files, events } = watchFiles(cdp);
  await hideDeviceRecognition(context);
  await context.addInitScript(installTaps, waitLimitMs);
  const codeOf = ({ find, isDone }: Tap) => `taps.untilTapped({ find: ${find}, isDone: ${isDone} })`;
  return {
    page,
    cdp,
    context,
    files,
    tapWhenDrawn: (tap) => page.evaluate<number>(codeOf(tap)),
    tapAway: (find) => page.evaluate<number>(`taps.tapAway(${find})`),
    async goto(url, tap) {
      await page.goto(url, { waitUntil: 'commit' });
      return tap ? page.evaluate<number>(codeOf(tap)) : 0;
    },
    async untilQuiet() {
      for (let before = -1; before !== events(); ) {
        before = events();
        await page.waitForTimeout(quietMs);
      }
    },
  };
}

const quietMs = 1_000;
const waitLimitMs = 60_000;

/** Chromium does not report every end: workers' requests and `keepalive` reports may stay open. */
function watchFiles(cdp: CDPSession) {
  const files: LoadedFile[] = [];
  const byId = new Map<string, LoadedFile>();
  let events = 0;
  const change = (requestId: string, update: (file: LoadedFile) => void) => {
    events += 1;
    const file = byId.get(requestId);
    if (file) update(file);
  };
  cdp.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
    events += 1;
    if (!url.startsWith('http')) return;
    const file = { url, bytes: 0 };
    byId.set(requestId, file);
    files.push(file);
  });
  cdp.on('Network.requestServedFromCache', ({ requestId }) => change(requestId, (file) => files.splice(files.indexOf(file), 1)));
  cdp.on('Network.responseReceived', ({ requestId, response: { encodedDataLength } }) =>
    change(requestId, (file) => {
      file.bytes = encodedDataLength;
    }),
  );
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    change(requestId, (file) => {
      file.bytes += encodedDataLength;
    }),
  );
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    change(requestId, (file) => {
      file.bytes = encodedDataLength;
    }),
  );
  return { files, events: () => events };
}

interface PageTaps {
  untilTapped(tap: Tap): Promise<number>;
  tapAway(find: Tap['find']): Promise<number>;
  isDrawn?: boolean;
}

/** Runs in the page before its own scripts. */
function installTaps(limitMs: number): void {
  const [repeatMs, frameMs] = [250, 20];
  const { tapAt } = globalThis as unknown as { tapAt(payload: string): void };
  let [place, isTouching, touchedMs] = ['', false, Number.NEGATIVE_INFINITY];
  const onTouched = () => {
    isTouching = false;
    touchedMs = performance.now();
  };
  for (const type of ['touchend', 'touchcancel']) addEventListener(type, onTouched, true);
  /** While the page scrolls or has not handled the last tap, a tap would arrive beside the control. */
  function tapMiddle(control: Element, pauseMs: number): boolean {
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const before = place;
    place = `${x} ${y}`;
    const isStill = place === before && width > 0 && x > 0 && x < innerWidth && y > 0 && y < innerHeight;
    if (!isStill || isTouching || performance.now() - touchedMs < pauseMs) return false;
    isTouching = true;
    tapAt(place);
    return true;
  }
  function tapWhileThere(find: Tap['find'], wasThere = false): void {
    const control = find();
    if (control) tapMiddle(control, 4 * repeatMs);
    if (control || !wasThere) setTimeout(tapWhileThere, frameMs, find, wasThere || Boolean(control));
  }
  const taps: PageTaps = {
    // Repeats a tap that came too early.
    untilTapped: ({ find, isDone }) =>
      new Promise((resolve, reject) => {
        const endMs = performance.now() + limitMs;
        let hasTapped = false;
        taps.isDrawn = false;
        const isTapped = (control: Element) => {
          if (hasTapped && isDone(control)) return true;
          if (tapMiddle(control, repeatMs)) hasTapped = true;
          return false;
        };
        const look = () => {
          const control = find();
          taps.isDrawn = Boolean(control);
          // The next frame begins after the paint.
          if (control && isTapped(control)) requestAnimationFrame(() => resolve(performance.now()));
          else if (performance.now() < endMs) requestAnimationFrame(look);
          else reject(new Error(`No effect of a tap on ${location.href}, scrolled to ${scrollY}: ${control?.outerHTML}`));
        };
        requestAnimationFrame(look);
      }),
    tapAway: (find) =>
      new Promise((resolve, reject) => {
        addEventListener('touchstart', ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true });
        setTimeout(() => reject(new Error(`Nothing to tap on ${location.href}`)), limitMs);
        tapWhileThere(find);
      }),
  };
  Object.assign(globalThis, { taps });
}

/** An old phone on a bad connection. */
export async function slowDown({ cdp }: OpenedPage): Promise<void> {
  const bytesPerSecond = (1.6 * 1_000_000) / 8;
  const network = { offline: false, latency: 150, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond / 2 };
  await cdp.send('Network.emulateNetworkConditions', network);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Chromium reports no end of `keepalive` reports and of a worker's file to the page. */
const endsUntold = /\/api\/reports$|worker\.[^/]*js$/;

/**
 * Holds requests until no further request comes, then sends them on together. The number of holds is the number of sequential round trips.
 */
export async function holdRequests({ page, cdp }: OpenedPage) {
  const held: string[] = [];
  const underWay = new Set<string>();
  let events = 0;
  let roundTrips = 0;
  cdp.on('Fetch.requestPaused', ({ requestId, networkId, resourceType, request }) => {
    events += 1;
    if (networkId && !endsUntold.test(request.url)) underWay.add(networkId);
    held.push(requestId);
    // Without a document, no page can report idleness.
    if (resourceType === 'Document') void sendOn();
  });
  const end = ({ requestId }: { requestId: string }) => {
    events += 1;
    underWay.delete(requestId);
  };
  cdp.on('Network.loadingFinished', end);
  cdp.on('Network.loadingFailed', end);
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });

  async function sendOn(): Promise<void> {
    roundTrips += 1;
    await Promise.all(held.splice(0).map((requestId) => cdp.send('Fetch.continueRequest', { requestId })));
  }
  async function release(): Promise<void> {
    await sendOn();
    // Stops waiting for other unreported ends: the page's idle check notices a late response.
    for (let waits = 0; underWay.size > 0 && waits < 20; waits += 1) await page.waitForTimeout(50);
    underWay.clear();
  }
  /** @returns whether the control to tap is rendered */
  async function untilIdle(): Promise<boolean> {
    let isDrawn = false;
    for (let before = -1; before !== events; ) {
      before = events;
      for (let turn = 0; turn < 3; turn += 1) {
        const idle = () => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve, { timeout: 1_000 }), 50));
        await page.evaluate(idle).catch(() => undefined);
      }
      isDrawn = await page.evaluate(() => (globalThis as unknown as { taps?: PageTaps }).taps?.isDrawn ?? false).catch(() => false);
    }
    return isDrawn;
  }
  return {
    async releaseAll(): Promise<void> {
      for (await untilIdle(); held.length > 0; await untilIdle()) await release();
    },
    async roundTripsUntil(reached: Promise<unknown>): Promise<number> {
      let isReached = false;
      const end = () => {
        isReached = true;
      };
      reached.then(end, end);
      for (roundTrips = 0; ; ) {
        const isDrawn = await untilIdle();
        if (isReached) return roundTrips;
        if (!isDrawn && held.length > 0) await release();
      }
    },
  };
}
