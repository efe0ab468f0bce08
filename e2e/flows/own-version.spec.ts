import { changeBuiltLanding, pin, publish, unpin } from '../test-kit/release.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

test('a museum runs its own version of a screen, and no other museum sees it', async ({ page, site }) => {
  const changed = changeBuiltLanding('Discover Rich Museum Narratives', 'Discover the Cathedral at Night');
  try {
    const version = await publish(site, 'landing', changed.folder);
    await pin(site, museums.cathedral, { name: 'landing', version, expected: null });

    await page.goto(`/?museum=${museums.cathedral}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Discover the Cathedral at Night' })).toBeVisible();
    await expect(screenOf(page, 'landing')).toHaveAttribute('data-version', version);

    await page.goto(`/?museum=${museums.belmonte}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Discover Rich Museum Narratives' })).toBeVisible();
    await expect(screenOf(page, 'landing')).not.toHaveAttribute('data-version', version);

    await unpin(site, museums.cathedral, 'landing');
    await page.goto(`/?museum=${museums.cathedral}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Discover Rich Museum Narratives' })).toBeVisible();
  } finally {
    changed.remove();
  }
});
