import { remotes } from '../test-kit/command-line.ts';
import { buildRemote, copyScreen, pin } from '../test-kit/release.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';
import { keepSamples } from './keep-samples.ts';

const versions = Number(process.env['RELEASE_VERSIONS'] ?? 8);
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
