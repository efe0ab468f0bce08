import type { Page } from '@playwright/test';
import { createGate } from '../test-kit/gate.ts';
import { openSettings } from '../test-kit/settings.ts';
import { expect, museums, staircase, test } from '../test-kit/test.ts';

const visit = `museum=${museums.belmonte}&collection=${staircase}`;

const root = (page: Page) => page.locator('html');
const fontSize = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
const slide = (page: Page, name: string, value: number) => page.getByRole('slider', { name }).fill(String(value));

test('a press loads the settings, which hold the Tab key, return the focus, and show choices in forced colours', async ({ page }) => {
  const chunks: string[] = [];
  page.on('request', (request) => /\/settings\.[^/]+\.(js|css)$/.test(request.url()) && chunks.push(request.url()));
  await page.goto(`/collection-selection?${visit}`);
  const button = page.getByRole('button', { name: 'Display and sound' });
  await expect(page.locator('#first-paint')).toHaveCount(0);
  expect(chunks, 'before the first press').toEqual([]);
  await button.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Display and sound' });
  await expect(panel.getByRole('slider').first()).toBeVisible();
  expect(chunks).not.toEqual([]);
  // The museum has no texts in easy language.
  await expect(panel.getByRole('checkbox', { name: 'Easy language' })).toHaveCount(0);
  const isHeld = () => document.activeElement === document.body || Boolean(document.activeElement?.closest('dialog'));
  for (let press = 0; press < 20; press++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(isHeld)).toBe(true);
  }
  // Browsers draw native controls in forced colours; a chosen option also has a border.
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(panel.locator('label:has(:checked)').first()).toHaveCSS('border-style', 'solid');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();
});

test('a setting applies at once, in another tab too, and in the first paint of the next page', async ({ page, context }) => {
  await page.goto(`/collection-selection?${visit}`);
  const other = await context.newPage();
  await other.goto(`/collection-selection?${visit}`);
  await page.bringToFront();
  await openSettings(page);
  await slide(page, 'Text size', 150);
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('group', { name: 'Contrast' }).getByRole('radio', { name: 'More' }).check();
  await page.getByRole('group', { name: 'Movement' }).getByRole('radio', { name: 'None' }).check();
  const expectSet = async (shown: Page) => {
    for (const [name, value] of Object.entries({ theme: 'negative', contrast: 'more', motion: 'none' })) {
      await expect(root(shown)).toHaveAttribute(`data-${name}`, value);
    }
    expect(await fontSize(shown)).toBe('24px');
  };
  await expectSet(page);
  await expectSet(other);
  const background = (shown: Page) => shown.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--dim'));
  const dim = await background(page);
  const scripts = createGate();
  await page.route(/\.js(\?|$)/, (route) => scripts.opened.then(() => route.continue()));
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('#first-paint').getByRole('button', { name: 'Display and sound' })).toBeVisible();
  await expectSet(page);
  expect(await background(page)).toBe(dim);
  await page.locator('#first-paint').getByRole('button', { name: 'Display and sound' }).click();
  scripts.open();
  await page.getByRole('button', { name: 'Set everything back' }).click();
  await expect(root(page)).toHaveAttribute('data-theme', 'positive');
  expect(await fontSize(page)).toBe('16px');
});

test('the settings report a missing file, and Retry loads the file', { tag: '@all' }, async ({ page, faults }) => {
  faults.break(/\/settings\.[^/]+\.js$/, { kind: '404' });
  await page.goto('/?code');
  await page.getByRole('button', { name: 'Display and sound' }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/No connection/);
  faults.heal();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('slider', { name: 'Text size' })).toBeVisible();
});
