import { expect, museums, screenOf, test } from '../fault-kit/test.ts';

test('a visitor passes through the rooms and gets an answer with its source', async ({ page }) => {
  await page.goto(`/?museum=${museums.belmonte}`);
  await expect(page).toHaveURL(/\/collection-selection$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Discover Rich Museum Narratives' })).toBeVisible();
  await page.getByRole('button', { name: /The Grand Staircase/ }).click();

  await expect(screenOf(page, 'tailoring')).toBeVisible();
  await expect(page).toHaveURL(/\/tailoring\?question=consent$/);
  await page
    .getByRole('button', { name: /agree/i })
    .or(page.getByRole('radio', { name: /agree/i }))
    .first()
    .click();
  await expect(page).toHaveURL(/question=artistSelection/);
});
