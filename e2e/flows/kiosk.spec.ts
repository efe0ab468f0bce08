import type { BrowserContext, Page } from '@playwright/test';
import { rememberAnswers } from '../test-kit/answers.ts';
import { findBarriers } from '../test-kit/barriers.ts';
import { cardOf, expect, museums, screenOf, test } from '../test-kit/test.ts';
import { rememberVisitConfig } from '../test-kit/visit-config.ts';

const question = 'Why is the ceiling of the painting salon so dark?';

const attract = (page: Page) => page.getByRole('button', { name: /Touch to begin/ });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

/** The test advances the clock. */
async function openKiosk(page: Page, museum: string = museums.belmonte) {
  await page.clock.install();
  await page.goto(`/?museum=${museum}&kiosk=1`);
  await expect(attract(page)).toBeVisible();
}

async function ask(page: Page, text: string) {
  const visit = screenOf(page, 'visit');
  await visit.getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
  await expect(visit.locator('[data-generated]').first()).toBeVisible();
  await expect(visit.getByRole('button', { name: 'Send' })).toBeVisible();
}

test('a kiosk shows the museum until a touch, warns an idle visitor, and deletes the visit', async ({ page, context, baseURL }) => {
  await rememberVisitConfig(context, { inputMode: 'text' });
  await openKiosk(page);
  expect(await findBarriers(page, { practices: true })).toEqual([]);
  await expect(attract(page)).toContainText('Palazzo Belmonte');
  await expect(attract(page)).toContainText('Zum Beginnen berühren');
  await expect(attract(page)).toContainText('Touchez pour commencer');
  await attract(page).click();
  await expect(cardOf(page, 'The Grand Staircase')).toBeVisible();

  await rememberAnswers(context, baseURL);
  await page.goto('/visit');
  await ask(page, question);
  // The last words of the answer.
  await expect(screenOf(page, 'visit')).toContainText('Shall we begin the tour?');
  await page.getByLabel('Language').selectOption('de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
  await page.clock.runFor(80_000);
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await page.clock.runFor(8_000);
  const dialog = page.getByRole('alertdialog', { name: 'Sind Sie noch da?' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Ja, weiter' }).click();
  await expect(dialog).toBeHidden();
  await expect(screenOf(page, 'visit').getByText(question)).toBeVisible();

  await page.clock.runFor(92_000);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Shift');
  await expect(dialog).toBeHidden();

  await page.clock.runFor(92_000);
  await expect(dialog).toBeVisible();
  const before = new Set((await context.cookies()).map(({ value }) => value));
  await page.clock.runFor(22_000);
  await page.clock.resume();
  await expect(attract(page)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const left = (await context.cookies()).filter(({ value }) => before.has(value)).map(({ name }) => name);
  expect(left).toEqual(['museumID']);
  expect((await context.cookies()).map(({ name }) => name)).not.toEqual(expect.arrayContaining(['collectionID']));
  expect(await page.evaluate(() => ['settings', 'conversation'].filter((key) => localStorage.getItem(key)))).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('userChangedLanguage'))).not.toBe('true');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('ceiling');
  await attract(page).press('Enter');
  await expect(cardOf(page, 'The Grand Staircase')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Continue/ })).toHaveCount(0);
  await page.goBack().catch(() => undefined);
  await expect(page.getByText(question)).toHaveCount(0);
});

/** Links and buttons that lead out of the site or off the device. */
const waysOut = (page: Page) =>
  page.evaluate(() => {
    const isOut = (link: HTMLAnchorElement) =>
      link.target === '_blank' || link.hasAttribute('download') || new URL(link.href).origin !== location.origin;
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(isOut).map(({ href }) => href);
    const words = /^(Save as text|Share|Print|Copy|Copy the link|Copy link|Send the link|Lead or follow a group)$/;
    const buttons = [...document.querySelectorAll('button')]
      .map(({ textContent }) => textContent.trim())
      .filter((name) => words.test(name));
    return [...links, ...buttons];
  });

/** Opens the screens that lead out in a visitor's own browser. */
async function walk(page: Page, context: BrowserContext, { baseURL = '', kiosk }: { baseURL: string | undefined; kiosk: boolean }) {
  const found: string[] = [];
  const look = async () => found.push(...(await waysOut(page)));
  await rememberVisitConfig(context, { inputMode: 'text' });
  const start = async (museum: string) => {
    await context.clearCookies();
    await page.goto(`/?museum=${museum}${kiosk ? '&kiosk=1' : ''}`);
    if (kiosk) await attract(page).click();
  };
  await start(museums.cathedral);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await look();
  const exhibition = '6610a1b2c3d4e5f602000006';
  await page.goto(`/tailoring?collection=${exhibition}`);
  await expect(screenOf(page, 'tailoring')).toBeVisible();
  await look();
  await rememberAnswers(context, baseURL, { museumID: museums.cathedral, collectionID: exhibition });
  await page.goto('/visit');
  await ask(page, 'Who built the dome?');
  await look();
  await page.getByRole('button', { name: 'Display and sound' }).click();
  await expect(page.getByRole('slider').first()).toBeVisible();
  await look();
  await page.keyboard.press('Escape');
  await button(page, 'End the visit').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your visit' })).toBeVisible();
  await button(page, kiosk ? 'Show a code' : 'Make a link').click();
  await expect(page.getByRole('img', { name: /^Square code/ })).toBeVisible();
  await look();
  await start(museums.textChat);
  const chat = screenOf(page, 'chat');
  await chat.getByRole('textbox').fill('How far can the telescope see?');
  await page.keyboard.press('Enter');
  await expect(chat.getByText(/^Source: /).first()).toBeVisible();
  await look();
  await page.goto('/no/such/room');
  await expect(page.getByText('404')).toBeVisible();
  await look();
  return found;
}

test('no screen of a kiosk leads out of the site or off the device', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  expect(await walk(page, context, { baseURL, kiosk: true })).toEqual([]);
  await page.goto('/?code');
  await expect(screenOf(page, 'chat')).toBeVisible();
  const isOpen = await page.evaluate(() => [navigator.clipboard, navigator.share, window.open('/')].some(Boolean));
  expect(isOpen).toBe(false);
});

test('the kiosk’s walk finds the ways out of the site in a visitor’s own browser', { tag: '@all' }, async ({ page, context, baseURL }) => {
  const found = await walk(page, context, { baseURL, kiosk: false });
  expect(found.some((each) => each.startsWith('https://'))).toBe(true);
  expect(found).toEqual(expect.arrayContaining(['Save as text', 'Print', 'Copy the link', 'Lead or follow a group']));
});
