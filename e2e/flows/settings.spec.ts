import type { Page } from '@playwright/test';
import { answers } from '../test-kit/answers.ts';
import { findBarriers, findClipped } from '../test-kit/barriers.ts';
import { createGate } from '../test-kit/gate.ts';
import { languages } from '../test-kit/instruments.ts';
import { openSettings } from '../test-kit/settings.ts';
import { expect, museums, staircase, test } from '../test-kit/test.ts';

const visit = `museum=${museums.belmonte}&collection=${staircase}`;

const places: { name: string; path: string; breaks?: RegExp }[] = [
  { name: 'the code field', path: '/?code' },
  { name: 'the landing', path: `/collection-selection?${visit}` },
  { name: 'a question', path: `/tailoring?${visit}&question=time` },
  { name: 'the visit', path: `/visit?${visit}` },
  { name: 'the chat', path: `/text-chat?museum=${museums.textChat}` },
  { name: 'a missing page', path: '/no/such/room' },
  { name: 'a museum that does not answer', path: `/?museum=${museums.cathedral}`, breaks: /^\/api\/museums\// },
  { name: 'a screen that failed', path: `/collection-selection?${visit}`, breaks: /^\/remotes\/landing\// },
];

async function haveAnswered(page: Page, url = '') {
  const cookies = { museumID: museums.belmonte, collectionID: staircase, tailoringAnswers: encodeURIComponent(JSON.stringify(answers)) };
  await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
}
const root = (page: Page) => page.locator('html');
const fontSize = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
const slide = (page: Page, name: string, value: number) => page.getByRole('slider', { name }).fill(String(value));

for (const { name, path, breaks } of places) {
  test(`${name} has the settings, whose focus comes back to their button`, async ({ page, faults, baseURL }) => {
    await haveAnswered(page, baseURL);
    if (breaks) faults.break(breaks, { kind: '404' });
    const chunks: string[] = [];
    page.on('request', (request) => /\/settings\.[^/]+\.(js|css)$/.test(request.url()) && chunks.push(request.url()));
    await page.goto(path);
    const button = page.getByRole('button', { name: 'Display and sound' });
    await expect(button).toHaveCount(1);
    await expect(page.locator('#first-paint')).toHaveCount(0);
    expect(chunks, 'before the first press').toEqual([]);
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Display and sound' }).getByRole('slider').first()).toBeVisible();
    for (let press = 0; press < 20; press++) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(() => document.activeElement === document.body || Boolean(document.activeElement?.closest('dialog'))),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(button).toBeFocused();
  });
}

test('what is set acts at once, in the other tab too, and stands in the first paint of the next page', async ({ page, context }) => {
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
  await page.route(/\.js(\?|$)/, async (route) => {
    await scripts.opened;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('#first-paint').getByRole('button', { name: 'Display and sound' })).toBeVisible();
  await expectSet(page);
  expect(await background(page)).toBe(dim);
  // Pressed before there is anything behind it.
  await page.locator('#first-paint').getByRole('button', { name: 'Display and sound' }).click();
  scripts.open();
  await page.getByRole('button', { name: 'Set everything back' }).click();
  await expect(root(page)).toHaveAttribute('data-theme', 'positive');
  expect(await fontSize(page)).toBe('16px');
});

test('“as the device” follows the device, and the choice of an older screen is kept', async ({ page, context }) => {
  await context.addInitScript(() => localStorage.getItem('settings') ?? localStorage.setItem('themeMode', 'negative'));
  await page.goto(`/collection-selection?${visit}`);
  await expect(root(page)).toHaveAttribute('data-theme', 'negative');
  await openSettings(page);
  await page.getByRole('group', { name: 'Light or dark' }).getByRole('radio', { name: 'As the device' }).check();
  await expect(root(page)).toHaveAttribute('data-theme', 'positive');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root(page)).toHaveAttribute('data-theme', 'negative');
  await page.reload();
  await expect(root(page)).toHaveAttribute('data-theme', 'negative');
});

test('settings whose file does not come say so and can be tried again', async ({ page, faults }) => {
  faults.break(/\/settings\.[^/]+\.js$/, { kind: '404' });
  await page.goto('/?code');
  await page.getByRole('button', { name: 'Display and sound' }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/No connection/);
  faults.heal();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('slider', { name: 'Text size' })).toBeVisible();
});

const panelSizes = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
];
/** Colours do not depend on the room: barriers are looked for at every size and text size, in one theme of each pair by turns. */
const panelStates = panelSizes.flatMap((size, at) =>
  [100, 200].flatMap((textSize, text) => [0, 1].map((theme) => [size, textSize, theme, (at + text + theme) % 2 === 0] as const)),
);
for (const language of languages) {
  test(`the settings have room and no barrier on small and large screens, with text at twice its size (${language})`, async ({
    page,
    context,
  }) => {
    await context.addInitScript((chosen) => Object.assign(localStorage, { language: chosen, userChangedLanguage: 'true' }), language);
    await page.goto(`/visit?${visit}`);
    await page.locator('[data-remote] [aria-haspopup="dialog"]').click();
    const panel = page.getByRole('dialog');
    for (const [size, textSize, theme, isMeasured] of panelStates) {
      await page.setViewportSize(size);
      await panel.getByRole('slider').first().fill(String(textSize));
      await panel.getByRole('radio').nth(theme).check();
      await panel.evaluate((dialog) => dialog.scrollTo(0, 0));
      const state = `${size.width}-${textSize}-${theme}`;
      expect([...(await findClipped(page)), ...(isMeasured ? await findBarriers(page) : [])], state).toEqual([]);
      if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/panel-${language}-${state}.png` });
    }
    const small = await panel.evaluate(
      (dialog) =>
        [...dialog.querySelectorAll('button, label:has(input), input[type=range]')].filter(
          (each) => each.getBoundingClientRect().height < 44,
        ).length,
    );
    expect(small, 'targets under 44 px').toBe(0);
    // Native controls draw themselves in forced colours; what is chosen has its border besides.
    await page.emulateMedia({ forcedColors: 'active' });
    const chosen = panel.locator('label:has(:checked)').first();
    expect(await chosen.evaluate((label) => getComputedStyle(label).borderStyle)).toBe('solid');
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/panel-${language}-forced.png` });
  });
}
