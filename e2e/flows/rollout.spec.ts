import { remotes } from '../test-kit/command-line.ts';
import { changeBuiltLanding, changeRollout, publish, startRollout } from '../test-kit/release.ts';
import { startSite } from '../test-kit/start-site.ts';
import { cardOf, expect, museums, screenOf, test } from '../test-kit/test.ts';

test('a new version reaches the visitors it was rolled out to, each of them again, and nobody once it is halted', async ({ browser }) => {
  const site = await startSite();
  const changed = changeBuiltLanding('Discover Rich Museum Narratives', 'Discover the Cathedral at Night');
  try {
    const version = await publish(site, 'landing', changed.folder);
    const visitors = await Promise.all(Array.from({ length: 3 }, () => browser.newContext()));
    const seen = async (museum: string) => {
      const found: boolean[] = [];
      for (const context of visitors) {
        const page = await context.newPage();
        await page.goto(`${site.origin}/collection-selection?museum=${museum}`);
        await expect(screenOf(page, 'landing')).toBeVisible();
        found.push((await screenOf(page, 'landing').getAttribute('data-version')) === version);
        await page.close();
      }
      return found;
    };
    const nobody = visitors.map(() => false);
    const everybody = visitors.map(() => true);

    const id = await startRollout(site, museums.cathedral, { versions: { landing: version }, percent: 0 });
    expect(await seen(museums.cathedral)).toEqual(nobody);
    await changeRollout(site, museums.cathedral, id, { percent: 50 });
    const half = await seen(museums.cathedral);
    expect(await seen(museums.cathedral)).toEqual(half);
    expect(await seen(museums.belmonte)).toEqual(nobody);
    await changeRollout(site, museums.cathedral, id, { percent: 100 });
    expect(await seen(museums.cathedral)).toEqual(everybody);
    await changeRollout(site, museums.cathedral, id, { halt: true });
    expect(await seen(museums.cathedral)).toEqual(nobody);
    await Promise.all(visitors.map((context) => context.close()));
  } finally {
    changed.remove();
    await site.stop();
  }
});

test('what a visit feels of each screen is told by version once it goes on, and once only', async ({ page }) => {
  const site = await startSite();
  try {
    const felt = async (name: string) => (await remotes(site, 'vitals', name, '--museum', museums.belmonte))['versions'];
    await page.goto(`${site.origin}/collection-selection?museum=${museums.belmonte}`);
    await page.getByRole('button', { name: 'Choose an exhibition' }).first().click();
    await cardOf(page, 'The Grand Staircase').click();
    await expect(screenOf(page, 'tailoring')).toBeVisible();
    const version = await screenOf(page, 'tailoring').getAttribute('data-version');
    await expect.poll(() => felt('landing')).toMatchObject([{ visits: 1, usableMs: { p50: expect.any(Number) } }]);
    expect(await felt('tailoring')).toEqual([]);
    // A page that is left is hidden first.
    await page.goto(`${site.origin}/collection-selection?museum=${museums.belmonte}`);
    await expect
      .poll(() => felt('tailoring'))
      .toMatchObject([{ version, visits: 1, usableMs: { p50: expect.any(Number) }, shift: { p50: expect.any(Number) } }]);
    await page.goto('about:blank');
    await expect.poll(() => felt('landing')).toMatchObject([{ visits: 1 }]);
  } finally {
    await site.stop();
  }
});
