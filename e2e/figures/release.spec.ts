import { remotes } from '../test-kit/command-line.ts';
import { makeScreen } from '../test-kit/new-screen.ts';
import { buildRemote, copyScreen, pin, unpin } from '../test-kit/release.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';
import { keepSamples } from './keep-samples.ts';

const versions = Number(process.env['RELEASE_VERSIONS'] ?? 8);
/** Each is two waits of up to half a minute. */
const rounds = 3;
const title = 'Discover Rich Museum Narratives';

test('from the command of a team to the next page, and into the open one', async ({ page, context, site }) => {
  test.setTimeout(versions * 20_000);
  const copies = Array.from({ length: versions }, (_, index) =>
    copyScreen('mfe-landing', [{ file: 'texts/en.json', from: title, to: `Discover Night ${index}` }]),
  );
  try {
    const address = `${site.origin}/?museum=${museums.cathedral}`;
    await page.goto(address);
    const shipped: number[] = [];
    let expected: string | null = null;
    for (const [index, { folder }] of copies.entries()) {
      const built = await buildRemote('landing', folder);
      const began = performance.now();
      const version = String((await remotes(site, 'publish', built, '--name', 'landing'))['version']);
      await pin(site, museums.cathedral, { name: 'landing', version, expected });
      const next = await context.newPage();
      await next.goto(address);
      await expect(next.getByRole('heading', { level: 1, name: `Discover Night ${index}` })).toBeVisible();
      shipped.push(performance.now() - began);
      await next.close();
      await page.bringToFront();
      await page.evaluate(() => globalThis.dispatchEvent(new Event('online')));
      await expect(screenOf(page, 'landing')).toHaveAttribute('data-version', version);
      expected = version;
    }
    keepSamples('shipped', shipped);
    const exchanges = await page.evaluate(() => performance.getEntriesByName('composition-exchanged').map(({ duration }) => duration));
    keepSamples('exchanged', exchanges);
  } finally {
    for (const { remove } of copies) remove();
  }
});

test('a screen that is new comes into an open page by its pin, and goes with it', async ({ page, site }) => {
  const made = await makeScreen('poster');
  try {
    await page.goto(`${site.origin}/?museum=${museums.cathedral}`);
    const card = screenOf(page, 'landing').getByRole('button', { name: /^Poster/ });
    const { version } = await remotes(site, 'publish', made.built, '--name', 'poster');
    const [shown, gone]: number[][] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      await pin(site, museums.cathedral, { name: 'poster', version: String(version), expected: null });
      const pinned = performance.now();
      await expect(card).toBeVisible();
      shown?.push(performance.now() - pinned);
      await unpin(site, museums.cathedral, 'poster');
      const unpinned = performance.now();
      await expect(card).toHaveCount(0);
      gone?.push(performance.now() - unpinned);
    }
    keepSamples('screen shown', shown ?? []);
    keepSamples('screen gone', gone ?? []);
  } finally {
    made.remove();
  }
});
