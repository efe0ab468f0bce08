import type { Page } from '@playwright/test';
import { createGate } from '../test-kit/gate.ts';
import { expectStill, sizes, watchShifts } from '../test-kit/instruments.ts';
import { cardOf, expect, museums, screenOf, speakLanguage, test } from '../test-kit/test.ts';

const landing = `/collection-selection?museum=${museums.belmonte}`;
const { phone } = sizes;
const position = (page: Page) => page.getByText(/^\d of 5$/);

async function openCarousel(page: Page, path = landing) {
  await page.goto(path);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await page.getByRole('button', { name: 'Choose an exhibition' }).first().click();
  await expect(page.getByRole('heading', { name: 'Exhibitions' })).toBeFocused();
}

/** In the window, in CSS pixels. */
async function boxOf(page: Page, name: string) {
  const box = await cardOf(page, name).boundingBox();
  if (!box) throw new Error(`The card ${name} has no box`);
  return box;
}

const cutNames = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[aria-roledescription] > button')].flatMap((card) => {
      const name = card.lastElementChild?.lastElementChild as HTMLElement;
      const [outer, inner] = [card.getBoundingClientRect(), name.getBoundingClientRect()];
      const isCut = name.scrollWidth > name.clientWidth + 1 || inner.bottom > outer.bottom || inner.right > outer.right;
      // A word in two lines has two boxes. This browser does not hyphenate.
      const words = [...name.textContent.matchAll(/\S+/g)].map(({ index, 0: word }) => {
        const range = new Range();
        range.setStart(name.firstChild as Text, index);
        range.setEnd(name.firstChild as Text, index + word.length);
        return range.getClientRects().length;
      });
      const isBroken = words.some((boxes) => boxes !== 1);
      return isCut || isBroken ? [`${name.textContent} in ${name.clientWidth} of ${card.clientWidth}`] : [];
    }),
  );

const expectFirst = (page: Page, name: string) => expect.poll(async () => Math.round((await boxOf(page, name)).x)).toBe(24);

test.describe('the carousel', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the carousel follows a finger, and a swipe chooses nothing', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openCarousel(page);
    await swipe(page, 'The Grand Staircase', -160);
    await expect(position(page)).toHaveText('2 of 5');
    await expectFirst(page, 'The Venetian Room');
    await expect(page).toHaveURL(/collection-selection/);
    await swipe(page, 'The Venetian Room', 160);
    await expect(position(page)).toHaveText('1 of 5');
    await expectFirst(page, 'The Grand Staircase');
    // The drag is longer than half a card, so that its speed does not matter.
    await page.mouse.move(300, 500);
    await page.mouse.down();
    await page.mouse.move(60, 500, { steps: 5 });
    await page.mouse.up();
    await expect(position(page)).toHaveText('2 of 5');
    await expect(page).toHaveURL(/collection-selection/);
  });

  test('covers fill 70 to 80 % of their cards, and turning the phone keeps the carousel’s position', { tag: '@all' }, async ({ page }) => {
    await openCarousel(page);
    const { largeDesktop: _, ...others } = sizes;
    for (const { width, height } of Object.values(others)) {
      await page.setViewportSize({ width, height });
      const card = await boxOf(page, 'The Grand Staircase');
      const picture = await cardOf(page, 'The Grand Staircase').locator('img').boundingBox();
      const share = (picture?.height ?? 0) / card.height;
      expect(share, `${width}×${height}`).toBeGreaterThanOrEqual(0.7);
      expect(share, `${width}×${height}`).toBeLessThanOrEqual(0.8);
      expect(width - (await boxOf(page, 'The Venetian Room')).x, `${width}×${height}`).toBeGreaterThanOrEqual(24);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: '3: The Lady’s Bedroom' }).click();
    await expectFirst(page, 'The Lady’s Bedroom');
    await page.setViewportSize({ width: 844, height: 390 });
    await expectFirst(page, 'The Lady’s Bedroom');
    await expect(position(page)).toHaveText('3 of 5');
    // The carousel fits below the offer to continue.
    await cardOf(page, 'The Lady’s Bedroom').press('Enter');
    await expect(page).toHaveURL(/\/tailoring/);
    await page.goBack();
    const resume = page.getByRole('button', { name: /^Continue: The Lady’s Bedroom/ });
    await expect(resume).toBeVisible();
    await page.getByRole('heading', { name: 'Exhibitions' }).evaluate((heading) => heading.scrollIntoView());
    await expect(resume).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Next exhibition' })).toBeInViewport({ ratio: 1 });
  });
});

/** Moves sideways by `distance` pixels, as a phone reports a touch. */
async function swipe(page: Page, name: string, distance: number) {
  const { x, y, width, height } = await boxOf(page, name);
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + width / 2 + moved, y: y + height / 2 }],
    });
  await touch('touchStart', 0);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', distance * part);
  await touch('touchEnd', distance);
  await session.detach();
}

const barNames = [
  { museum: museums.archive, name: 'Ida-Lorenthal-Archiv', language: 'de', tag: [] },
  { museum: museums.cathedral, name: 'Saint Aurelian’s Cathedral', language: 'en', tag: '@all' },
];
for (const { museum, name, language, tag } of barNames)
  test(`late fonts move nothing on a phone, and the bar shows the whole name: ${name}`, { tag }, async ({ page }) => {
    await speakLanguage(page, language);
    for (const width of [320, 390]) {
      const gate = createGate();
      await page.route('**/*.woff2', (route) => gate.opened.then(() => route.continue()));
      await page.setViewportSize({ width, height: 568 });
      await page.goto(`/collection-selection?museum=${museum}`, { waitUntil: 'commit' });
      const inBar = screenOf(page, 'landing').getByText(name, { exact: true }).first();
      await expect(inBar).toBeVisible();
      const hasFonts = () =>
        page.evaluate(() => ['Fraunces', 'Atkinson Hyperlegible Next'].every((font) => document.fonts.check(`16px "${font} Variable"`)));
      expect(await hasFonts()).toBe(false);
      const shifted = await watchShifts(page);
      gate.open();
      await expect.poll(hasFonts).toBe(true);
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      await expectStill(shifted, `at ${width}`);
      const [cut, lines] = await inBar.evaluate((shown) => [
        shown.scrollHeight - shown.clientHeight,
        Math.round(shown.clientHeight / Number.parseFloat(getComputedStyle(shown).lineHeight)),
      ]);
      expect(lines, `at ${width}`).toBeLessThanOrEqual(width > 320 ? 2 : 3);
      expect(cut, `at ${width}`).toBeLessThan(4);
      await page.unrouteAll();
    }
  });

const { desktop: _, ...cardSizes } = sizes;
for (const language of ['en', 'de', 'fr'])
  test(`cards show whole names of exhibitions at every size and with large text (${language})`, { tag: '@all' }, async ({ page }) => {
    await speakLanguage(page, language);
    for (const textSize of [100, 150, 200]) {
      await page.addInitScript((settings) => Object.assign(localStorage, { settings }), JSON.stringify({ textSize }));
      await page.setViewportSize(phone);
      await page.goto(landing);
      await expect(screenOf(page, 'landing')).toBeVisible();
      await expect(page.locator('[aria-roledescription] > button')).toHaveCount(5);
      for (const { width, height } of textSize === 100 ? Object.values(cardSizes) : [phone]) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => document.fonts.ready);
        expect(await cutNames(page), `${width} × ${height} with text at ${textSize} %`).toEqual([]);
      }
    }
  });

test('a carousel whose cards all fit has no arrows, and Tab reaches each card', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/collection-selection?museum=${museums.cathedral}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next exhibition' })).toBeHidden();
  await expect(page.getByText('1 of 3')).toBeHidden();
  const cards = page.locator('[aria-roledescription="slide"] > button');
  await expect(cards).toHaveCount(3);
  await cards.first().focus();
  for (const card of [cards.nth(1), cards.nth(2)]) {
    await page.keyboard.press('Tab');
    await expect(card).toBeFocused();
  }
});
