import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type RunningSite, startSite } from './start-site.ts';

export const museums = {
  belmonte: '6610a1b2c3d4e5f601000001',
  cathedral: '6610a1b2c3d4e5f601000002',
  archive: '6610a1b2c3d4e5f601000003',
  artist: '6610a1b2c3d4e5f601000004',
  gallery: '6610a1b2c3d4e5f601000005',
  textChat: '67f2ec09a1b2c3d4e5f60006',
} as const;

export const staircase = '6610a1b2c3d4e5f602000001';

interface TestFixtures {
  /** Pages opened by a path go through this proxy. */
  faults: FaultProxy;
  /** Policy violations and uncaught errors. A test that expects some empties the list. */
  complaints: string[];
  /** Runs in reverse order at the test's end. */
  atEnd(end: () => unknown): void;
}
interface WorkerFixtures {
  site: RunningSite;
}

/** The page fetches nothing ahead. */
export async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }));
}

export async function speakLanguage(page: Page, language: string): Promise<void> {
  await page.addInitScript((chosen) => Object.assign(localStorage, { language: chosen, userChangedLanguage: 'true' }), language);
}

/** Headless Chromium crashes a page that queries speech recognition on the device. */
export async function hideDeviceRecognition(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const names = window as unknown as Record<string, { available?: unknown } | undefined>;
    const Recogniser = names['SpeechRecognition'] ?? names['webkitSpeechRecognition'];
    if (Recogniser?.available) Recogniser.available = async () => 'unavailable';
  });
}

/** Tests of a worker share the site. A policy violation or an uncaught error fails its test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  faults: async ({ site }, use) => {
    const proxy = await startFaultProxy(site.origin);
    await use(proxy);
    await proxy.close();
  },
  context: async ({ context }, use) => {
    await hideDeviceRecognition(context);
    await use(context);
  },
  baseURL: async ({ faults }, use) => {
    await use(faults.origin);
  },
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      watch(context, complaints);
      await use(complaints);
      expect(complaints, 'what the page complained of').toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  atEnd: async ({}, use) => {
    const ends: (() => unknown)[] = [];
    await use((end) => void ends.push(end));
    for (const end of ends.reverse()) await end();
  },
});

/** Other requests leave the machine. */
const local = /^(?:https?|wss?):\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?\/|^(?:blob|data|about):/;

function watch(context: BrowserContext, complaints: string[]): void {
  context.on('request', (request) => {
    if (!local.test(request.url())) complaints.push(`left this machine: ${request.url()}`);
  });
  context.on('weberror', (error) => {
    const { message } = error.error();
    // Init scripts also run in the initial empty document, which has no storage.
    if (!message.includes('Access is denied for this document')) complaints.push(`uncaught: ${message}`);
  });
  context.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy|Trusted Type|TrustedScript|integrity policy/i.test(text)) complaints.push(`policy: ${text}`);
  });
}

export { expect };

export const screenOf = (page: Page, remote: string) => page.locator(`section[data-remote="${remote}"]`);

export const cardOf = (page: Page, exhibition: string) => screenOf(page, 'landing').getByRole('button', { name: exhibition, exact: true });
