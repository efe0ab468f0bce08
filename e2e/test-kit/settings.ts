import { expect, type Page } from '@playwright/test';

export async function openSettings(page: Page) {
  await page.getByRole('button', { name: /^(Display and sound|Anzeige und Ton)$/ }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('slider').first()).toBeVisible();
  return panel;
}

const words = { positive: /^(Light|Hell)$/, negative: /^(Dark|Dunkel)$/ };

export async function chooseTheme(page: Page, theme: 'positive' | 'negative'): Promise<void> {
  const panel = await openSettings(page);
  await panel.getByRole('radio', { name: words[theme] }).check();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}
