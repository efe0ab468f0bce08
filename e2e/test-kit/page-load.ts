import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { hideDeviceRecognition } from './test.ts';

/** A control that shows that a screen can be used: it is tapped as soon as it is drawn, until the tap has an effect. */
export interface Tap {
  /** Run in the page: the control, once it is there. */
  find(): Element | null | undefined;
  /** Run in the page: whether the tap has had its effect. */
  isDone(control: Element): boolean;
}

/** A request of a page; bytes are those that crossed the wire, headers included. */
export interface LoadedFile {
  url: string;
  type: string;
  bytes: number;
  /** Decoded bytes of the body. */
  plainBytes: number;
}

export interface OpenedPage {
  page: Page;
  cdp: CDPSession;
  context: BrowserContext;
  /** Every request in order, without those answered by the cache. */
  files: readonly LoadedFile[];
  /** Waits for the control, taps it, and resolves with the page's time at which the effect was painted. */
  tapWhenDrawn(tap: Tap): Promise<number>;
  /** Taps a control that leads to another screen, again while it is there a second later. @returns the page's time of the first tap */
  tapAway(find: Tap['find']): Promise<number>;
  /** Loads the page; `tap` as for `tapWhenDrawn`. */
  goto(url: string, tap?: Tap): Promise<number>;
  /** Waits until the page requested nothing for a second. */
  untilQuiet(): Promise<void>;
}

/** A phone's page with an empty cache, in a context of its own. */
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
    // Sent together: between two answers of a busy page a tap would become a long press. A page that is closed is tapped by nobody.
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
/** Longer than any machine takes. */
const waitLimitMs = 60_000;

/** Ends of requests are no sign of quiet: those of workers, and of reports that may outlive their page, are not always told. */
function watchFiles(cdp: CDPSession) {
  const files: LoadedFile[] = [];
  const byId = new Map<string, LoadedFile>();
  let events = 0;
  const change = (requestId: string, update: (file: LoadedFile) => void) => {
    events += 1;
    const file = byId.get(requestId);
    if (file) update(file);
  };
  cdp.on('Network.requestWillBeSent', ({ requestId, request: { url }, type = 'Other' }) => {
    events += 1;
    if (!url.startsWith('http')) return;
    const file = { url, type, bytes: 0, plainBytes: 0 };
    byId.set(requestId, file);
    files.push(file);
  });
  cdp.on('Network.requestServedFromCache', ({ requestId }) => change(requestId, (file) => files.splice(files.indexOf(file), 1)));
  cdp.on('Network.responseReceived', ({ requestId, response: { encodedDataLength } }) =>
    change(requestId, (file) => {
      file.bytes = encodedDataLength;
    }),
  );
  cdp.on('Network.dataReceived', ({ requestId, dataLength, encodedDataLength }) =>
    change(requestId, (file) => {
      file.bytes += encodedDataLength;
      file.plainBytes += dataLength;
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
  const repeatMs = 250;
  const { tapAt } = globalThis as unknown as { tapAt(payload: string): void };
  function tapMiddle(control: Element): boolean {
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isInView = width > 0 && y > 0 && y < innerHeight;
    if (isInView) tapAt(`${x} ${y}`);
    return isInView;
  }
  function tapWhileThere(find: Tap['find'], wasThere = false): void {
    const control = find();
    if (control) tapMiddle(control);
    if (control || !wasThere) setTimeout(tapWhileThere, control ? 4 * repeatMs : 0, find, wasThere || Boolean(control));
  }
  const taps: PageTaps = {
    // A tap that came too early for the page is repeated.
    untilTapped: ({ find, isDone }) =>
      new Promise((resolve, reject) => {
        const endMs = performance.now() + limitMs;
        let tappedMs: number | undefined;
        taps.isDrawn = false;
        const isTapped = (control: Element) => {
          if (tappedMs !== undefined && isDone(control)) return true;
          const now = performance.now();
          if (now - (tappedMs ?? 0) > repeatMs && tapMiddle(control)) tappedMs = now;
          return false;
        };
        const look = () => {
          const control = find();
          taps.isDrawn = Boolean(control);
          // The next frame begins when this one was painted.
          if (control && isTapped(control)) requestAnimationFrame(() => resolve(performance.now()));
          else if (performance.now() < endMs) requestAnimationFrame(look);
          else reject(new Error(`No effect of a tap on ${location.href}, scrolled to ${scrollY}: ${control?.outerHTML}`));
        };
        requestAnimationFrame(look);
      }),
    tapAway: (find) =>
      new Promise((resolve) => {
        addEventListener('touchstart', ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true });
        tapWhileThere(find);
      }),
  };
  Object.assign(globalThis, { taps });
}

/** The network and the processor of an old phone on a bad connection. */
export async function slowDown({ cdp }: OpenedPage): Promise<void> {
  const bytesPerSecond = (1.6 * 1_000_000) / 8;
  const network = { offline: false, latency: 150, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond / 2 };
  await cdp.send('Network.emulateNetworkConditions', network);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Reports may outlive their page, and a worker's file belongs to the worker: the page gets no event for their end. */
const endsUntold = /\/api\/reports$|worker\.[^/]*js$/;

/**
 * Holds the page's requests until no further request comes, then sends them on together. The number of holds is the number of sequential
 * round trips, on any machine.
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
    // If the document is missing, no page can report that it is idle.
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
    // Whatever else is not told: a response that is late is seen when it comes, and nothing is sent on before the page is idle.
    for (let waits = 0; underWay.size > 0 && waits < 20; waits += 1) await page.waitForTimeout(50);
    underWay.clear();
  }
  /** The page has done all it could do with what it has. @returns whether the control is there that is to be tapped */
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
    /** Sends held requests on until none is left. */
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
