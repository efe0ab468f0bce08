import { remotes } from '../test-kit/command-line.ts';
import { changeBuiltLanding, changeRollout, publish, startRollout } from '../test-kit/release.ts';
import { startSite } from '../test-kit/start-site.ts';
import { cardOf, expect, museums, screenOf, test } from '../test-kit/test.ts';

test('a rollout reaches the visitors of its museum, each of them again, and no visitor once it is halted', async ({ page, site }) => {
  const changed = changeBuiltLanding('Discover Rich Museum Narratives', 'Discover the Cathedral at Night');
  const open = async (museum: string) => {
    await page.goto(`/collection-selection?museum=${museum}`);
    await expect(screenOf(page, 'landing')).toBeVisible();
    return screenOf(page, 'landing').getAttribute('data-version');
  };
  try {
    const version = await publish(site, 'landing', changed.folder);
    const id = await startRollout(site, museums.cathedral, { versions: { landing: version }, percent: 0 });
    expect(await open(museums.cathedral)).not.toBe(version);
    await changeRollout(site, museums.cathedral, id, { percent: 100 });
    expect([await open(museums.cathedral), await open(museums.cathedral)]).toEqual([version, version]);
    expect(await open(museums.belmonte)).not.toBe(version);
    await changeRollout(site, museums.cathedral, id, { halt: true });
    expect(await open(museums.cathedral)).not.toBe(version);
  } finally {
    changed.remove();
  }
});

test('what a visit feels of each screen is reported by version, once, when the visit goes on', { tag: '@all' }, async ({ page }) => {
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
