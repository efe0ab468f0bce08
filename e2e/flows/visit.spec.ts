import type { Page } from '@playwright/test';
import { rememberAnswers } from '../test-kit/answers.ts';
import { expectStill, watchShifts } from '../test-kit/instruments.ts';
import { expect, screenOf, test } from '../test-kit/test.ts';
import { rememberVisitConfig } from '../test-kit/visit-config.ts';

const question = 'Why is the ceiling of the painting salon so dark?';
/** A word of the museum's documents that a good answer contains. */
const known = /candle/i;

const visit = (page: Page) => screenOf(page, 'visit');
const field = (page: Page) => visit(page).getByRole('textbox');
const turns = (page: Page) => visit(page).getByRole('log').locator('ol > li');
const offered = (page: Page) =>
  visit(page)
    .getByRole('list', { name: /^Questions to/ })
    .getByRole('button');

test.beforeEach(async ({ context, baseURL }) => {
  await rememberAnswers(context, baseURL);
  await rememberVisitConfig(context, { inputMode: 'text' });
});

async function open(page: Page, path = '/visit') {
  await page.goto(path);
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await expect(field(page)).toBeVisible();
}

async function ask(page: Page, words = question) {
  await field(page).fill(words);
  await field(page).press('Enter');
}

async function askAndHear(page: Page) {
  await ask(page);
  await expect(turns(page).last()).toContainText(known);
  await expect(offered(page)).toHaveCount(3);
}

test('a long transcript keeps the reader’s position, and a button jumps to its end', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await open(page);
  await askAndHear(page);
  await expect(turns(page).last().getByRole('heading')).toBeInViewport();
  const box = visit(page).getByRole('log');
  await box.evaluate((log) => log.scrollTo({ top: 0 }));
  const jump = visit(page).getByRole('button', { name: 'Jump to latest' });
  await expect(jump).toBeVisible();
  const [words, button] = await Promise.all([turns(page).last().locator('[data-generated]').boundingBox(), jump.boundingBox()]);
  expect((button?.x ?? 0) + (button?.width ?? 0), 'the button lies on nothing that is read').toBeLessThanOrEqual(words?.x ?? 0);
  await jump.click();
  await expect(offered(page).last()).toBeInViewport({ ratio: 1 });
  await expect(visit(page).getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
});

test('a visitor asks again after a failed answer, and a reload keeps draft, screen and mode', async ({ page, faults }) => {
  await open(page);
  faults.break(/^\/api\/chat/, { kind: '500' });
  await ask(page);
  await expect(visit(page).getByRole('alert')).toBeVisible();
  faults.heal();
  await visit(page).getByRole('button', { name: 'Try again' }).click();
  await expect(turns(page).last()).toContainText(known);
  await visit(page).getByRole('button', { name: 'Exploration' }).click();
  await field(page).fill('half a');
  await page.reload();
  await expect(page).toHaveURL(/\/visit$/);
  await expect(field(page)).toHaveValue('half a');
  await expect(visit(page).getByRole('button', { name: 'Exploration' })).toHaveAttribute('aria-pressed', 'true');
  const chat = page.waitForRequest((request) => request.url().endsWith('/api/chat'));
  await field(page).press('Enter');
  expect((await chat).postDataJSON().visit.visitMode).toBe('exploration');
});

test('the keyboard alone reaches and operates questions, voices, modes and the tour of a visit', async ({ page }) => {
  await open(page);
  const reach = async (name: string) => {
    const nameOf = () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent;
    const isThere = async () => (await page.evaluate(nameOf)) === name;
    for (let steps = 0; steps < 48 && !(await isThere()); steps += 1) await page.keyboard.press('Tab');
    expect(await isThere(), `${name} is reached`).toBe(true);
  };
  await reach('Look around first');
  await page.keyboard.press('Enter');
  await expect(offered(page)).toHaveCount(3);
  const [first = ''] = await offered(page).allTextContents();
  await reach(first);
  await page.keyboard.press('Enter');
  await expect(visit(page).getByRole('log')).toBeFocused();
  await expect(offered(page)).toHaveCount(3);
  await page.keyboard.press('Tab');
  await reach('Clara alone');
  await page.keyboard.press('Space');
  await expect(turns(page)).toHaveCount(1);
  await reach('Exploration');
  await page.keyboard.press('Enter');
  await expect(visit(page).getByRole('heading', { level: 1 })).toHaveText('The Grand Staircase');
  await reach('Guided');
  await page.keyboard.press('Enter');
  await reach('Begin the tour');
  await page.keyboard.press('Enter');
  for (const answers of [2, 3]) {
    await expect(visit(page).getByRole('button', { name: 'Yes', exact: true })).toBeVisible();
    await expect(turns(page)).toHaveCount(answers);
    await reach('Yes');
    await page.keyboard.press('Enter');
  }
  await expect(turns(page)).toHaveCount(4);
});

test('text at 200 % overlaps nothing and keeps the field visible', { tag: '@all' }, async ({ page }) => {
  await open(page);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await askAndHear(page);
  await expect(field(page)).toBeInViewport();
  const overlap = await page.evaluate(() => {
    const [bar, heading] = [document.querySelector('[data-remote] > header'), document.querySelector('h1')];
    return (bar?.lastElementChild?.getBoundingClientRect().bottom ?? 0) > (heading?.getBoundingClientRect().top ?? 0);
  });
  expect(overlap).toBe(false);
});

test('“say that again” and “slower” read the last answer aloud and ask nothing, until Escape', { tag: '@all' }, async ({ page }) => {
  await open(page);
  await askAndHear(page);
  const count = await turns(page).count();
  const read = page.waitForRequest(/\/api\/speech\//);
  await ask(page, 'Slower, please!');
  await read;
  const stop = visit(page).getByRole('button', { name: 'Stop', exact: true });
  await expect(stop).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await expect.poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('settings') ?? '{}').speechRate)).toBe(0.8);
  await visit(page).getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(stop).toBeHidden();
  await visit(page).getByRole('button', { name: 'Listen', exact: true }).last().click();
  await expect(stop).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(stop).toBeHidden();
  await ask(page, 'Können Sie das bitte wiederholen?');
  await expect(stop).toBeVisible();
  await expect(turns(page)).toHaveCount(count);
});

test('nothing moves while the settings, the search, and the end of a visit open, on a small phone', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const shifted = await watchShifts(page);
  await open(page);
  await expectStill(shifted, 'the visit');
  for (const dialog of ['Display and sound', 'Information']) {
    await page.getByRole('button', { name: dialog }).click();
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await expectStill(shifted, dialog);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expectStill(shifted, `${dialog}, closed`);
  }
  await page.goto('/visit#end');
  await expect(page.getByRole('heading', { level: 1, name: 'Your visit' })).toBeVisible();
  await expectStill(shifted, 'the end of the visit');
});
