import { remotes } from '../test-kit/command-line.ts';
import { makeScreen } from '../test-kit/new-screen.ts';
import { askForVersions, unpin } from '../test-kit/release.ts';
import { startSite } from '../test-kit/start-site.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

test('a screen that a team made by itself comes into an open page with its card, and goes with its pin', { tag: '@all' }, async ({
  page,
}) => {
  const site = await startSite();
  const made = await makeScreen('poster');
  try {
    await page.goto(`${site.origin}/?museum=${museums.cathedral}`);
    await expect(screenOf(page, 'landing')).toBeVisible();
    const card = screenOf(page, 'landing').getByRole('button', { name: /^Poster/ });
    const { version } = await remotes(site, 'publish', made.built, '--name', 'poster');
    await expect(card).toHaveCount(0);

    await remotes(site, 'pin', `poster@${version}`, '--museum', museums.cathedral);
    await askForVersions(page);
    await expect(card).toBeVisible();
    await card.click();
    const poster = screenOf(page, 'poster');
    await expect(poster.getByRole('heading', { level: 1 })).toBeVisible();
    expect([new URL(page.url()).pathname, await poster.getAttribute('data-version')]).toEqual(['/poster', version]);

    // By its address, as somebody opens it who was given it; at a museum that has none of it there is no such page.
    const status = async (museum: string) => (await fetch(`${site.origin}/poster?museum=${museum}`)).status;
    expect([await status(museums.cathedral), await status(museums.belmonte)]).toEqual([200, 404]);

    await unpin(site, museums.cathedral, 'poster');
    await askForVersions(page);
    await expect(screenOf(page, 'landing')).toBeVisible();
    await expect(card).toHaveCount(0);
    await expect(page.getByText('The page you were on has been taken down.')).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('The page you were on')).toHaveCount(0);
  } finally {
    made.remove();
    await site.stop();
  }
});
