import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, museums } from '../test-kit/test.ts';
import { createClient, startLoad, test } from './cluster-test.ts';
import { makeNextRelease, staticFiles } from './next-release.ts';
import { startCluster } from './start-cluster.ts';

const repository = path.resolve(import.meta.dirname, '../..');
/** Of 200 open tabs three are browsers; the others request the same files without running the files. */
const [clients, tabs] = [197, 3];
const atOnce = 20;

const scriptOf = (html: string) => /<script[^>]* src="([^"]+)"/.exec(html)?.[1] ?? 'no script';
const settings = (page: Page) => page.getByRole('button', { name: 'Display and sound' });

test('an upgrade of three gateways in turn under load breaks none of 200 open tabs and no new page', async ({ browser, proxyKind }) => {
  const cluster = await startCluster(proxyKind);
  const next = makeNextRelease();
  try {
    const failures: string[] = [];
    const files = staticFiles(repository);
    const opened = Array.from({ length: clients }, () => createClient(cluster));
    const ask = async (client: ReturnType<typeof createClient>, file: string) => {
      const { status } = await client.get(file);
      if (status !== 200) failures.push(`${file}: ${status}`);
    };
    const load = async (client: ReturnType<typeof createClient>) => {
      const { text } = await client.get(`/?museum=${museums.textChat}`);
      await ask(client, scriptOf(text));
      return scriptOf(text);
    };
    const before = await load(createClient(cluster));
    const context = await browser.newContext({ baseURL: cluster.origin, ignoreHTTPSErrors: true });
    const pages = await Promise.all(Array.from({ length: tabs }, () => context.newPage()));
    for (const page of pages) {
      await page.goto(`/?museum=${museums.textChat}`);
      await page.getByRole('textbox', { name: 'Your question' }).fill('Who painted');
    }

    const readers = startLoad(cluster, { readers: 4, askers: 4 });
    let rounds = 0;
    let isUpgraded = false;
    const scripts = new Set<string>();
    const use = async () => {
      do {
        const asked = rounds;
        // Gateways refuse a burst of all requests at once with 503.
        for (let from = 0; from < clients; from += atOnce)
          await Promise.all(
            opened.slice(from, from + atOnce).map((client, at) => ask(client, files[(from + at + asked) % files.length] ?? '')),
          );
        for (const client of opened.slice(0, 20)) scripts.add(await load(client));
        rounds += 1;
      } while (!isUpgraded || rounds < files.length);
    };
    const using = use();
    for (const gateway of cluster.gateways) {
      await gateway.end('SIGTERM');
      await gateway.start(next.root);
      await wait(1_000);
    }
    isUpgraded = true;
    await using;
    await readers.stop();
    const after = await load(createClient(cluster));
    process.stdout.write(`  upgraded: ${JSON.stringify({ ...readers.counts, rounds, files: files.length, scripts: scripts.size })}\n`);
    expect([failures, readers.failures]).toEqual([[], []]);
    expect(scripts).toEqual(new Set([before, after]));
    expect(after).not.toBe(before);

    for (const page of [...pages, await context.newPage()]) {
      if (page.url() === 'about:blank') await page.goto(`/?museum=${museums.textChat}`);
      else await expect(page.getByRole('textbox', { name: 'Your question' })).toHaveValue('Who painted');
      await settings(page).click();
      await expect(page.getByRole('slider').first()).toBeVisible();
    }
    for (const client of opened) client.close();
    await context.close();
  } finally {
    next.remove();
    await cluster.close();
  }
});
