import { changeBuiltLanding, changeRollout, publish, startRollout } from '../test-kit/release.ts';
import { startSite } from '../test-kit/start-site.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

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
