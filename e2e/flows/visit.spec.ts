import type { Page } from '@playwright/test';
import { answers } from '../test-kit/answers.ts';
import { findBarriers } from '../test-kit/barriers.ts';
import { chooseTheme } from '../test-kit/settings.ts';
import { expect, museums, screenOf, staircase, test } from '../test-kit/test.ts';
import { rememberVisitConfig } from '../test-kit/visit-config.ts';

const question = 'Why is the ceiling of the painting salon so dark?';
/** The words of a knowledge document any good answer to it needs. */
const known = /candle/i;

const visit = (page: Page) => screenOf(page, 'visit');
const field = (page: Page) => visit(page).getByRole('textbox');
const turns = (page: Page) => visit(page).getByRole('log').locator('ol > li');
const offered = (page: Page) =>
  visit(page)
    .getByRole('list', { name: /^Questions to/ })
    .getByRole('button');

test.beforeEach(async ({ context, baseURL }) => {
  const url = baseURL ?? '';
  await context.addCookies([
    { name: 'tailoringAnswers', value: encodeURIComponent(JSON.stringify(answers)), url },
    { name: 'museumID', value: museums.belmonte, url },
    { name: 'collectionID', value: staircase, url },
  ]);
  await rememberVisitConfig(context, { inputMode: 'text' });
});

async function open(page: Page, path = '/visit') {
  await page.goto(path);
  await expect(field(page)).toBeVisible();
}

async function ask(page: Page, words = question) {
  await field(page).fill(words);
  await field(page).press('Enter');
}

/** Asks and waits until the answer and what to ask next stand there. */
async function askAndHear(page: Page) {
  await ask(page);
  await expect(turns(page).last()).toContainText(known);
  await expect(offered(page)).toHaveCount(3);
}

test('what to ask next follows each answer, is sent when pressed, and is never offered twice', async ({ page }) => {
  const requests: { lines: string[]; asked: string[] }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/questions')) requests.push(request.postDataJSON());
  });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page);
  const fixed = await offered(page).allTextContents();
  expect(fixed).toHaveLength(3);
  await askAndHear(page);
  const made = await offered(page).allTextContents();
  expect(made).not.toEqual(fixed);
  expect(requests[0]?.lines[0]).toBe(question);
  await offered(page).first().click();
  await expect(turns(page).nth(2)).toContainText(made[0] ?? 'nothing');
  await expect(offered(page)).toHaveCount(3);
  expect(requests.at(-1)?.asked).toEqual(expect.arrayContaining(made));
  const next = await offered(page).allTextContents();
  expect(next.filter((each) => made.includes(each))).toEqual([]);
});

test('the museum’s own questions serve when no others can be made', async ({ page, faults }) => {
  faults.break(/^\/api\/questions/, { kind: '500' });
  await open(page);
  const fixed = await offered(page).allTextContents();
  await askAndHear(page);
  expect(await offered(page).allTextContents()).toEqual(fixed);
});

test('the transcript can show the guide alone, remembers it, and keeps earlier words readable', async ({ page }) => {
  await open(page);
  await askAndHear(page);
  await expect(turns(page)).toHaveCount(2);
  await visit(page).getByRole('button', { name: 'Clara alone' }).click();
  await expect(turns(page)).toHaveCount(1);
  await expect(turns(page)).toContainText(known);
  await visit(page).getByRole('button', { name: 'Exhibitions' }).click();
  await page.goBack();
  await expect(turns(page)).toHaveCount(1);
  await visit(page).getByRole('button', { name: 'Both speakers' }).click();
  await expect(turns(page)).toHaveCount(2);
  await expect(turns(page).first()).not.toHaveCSS(
    'color',
    await turns(page)
      .last()
      .evaluate((item) => getComputedStyle(item).color),
  );
  await expect(
    visit(page)
      .getByText(/^Source: /)
      .first(),
  ).toBeVisible();
});

test('a long transcript stays where it is read and leads back to its end', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await open(page);
  await askAndHear(page);
  // The first words of an answer longer than the screen stay in sight.
  await expect(turns(page).last().getByRole('heading')).toBeInViewport();
  const box = visit(page).getByRole('log');
  await box.evaluate((log) => log.scrollTo({ top: 0 }));
  const jump = visit(page).getByRole('button', { name: 'Jump to latest' });
  await expect(jump).toBeVisible();
  const [words, button] = await Promise.all([turns(page).last().locator('p').first().boundingBox(), jump.boundingBox()]);
  expect((button?.x ?? 0) + (button?.width ?? 0), 'the button lies on nothing that is read').toBeLessThanOrEqual(words?.x ?? 0);
  await jump.click();
  await expect(offered(page).last()).toBeInViewport({ ratio: 1 });
  await expect(visit(page).getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
});

test('a new tab shows what was said; a mode chosen in one tab is the other tab’s too, and the conversation begins anew', async ({
  page,
  context,
}) => {
  await open(page);
  await askAndHear(page);
  const other = await context.newPage();
  await open(other);
  await expect(turns(other)).toHaveText(await turns(page).allTextContents());
  await visit(other).getByRole('button', { name: 'Exploration' }).click();
  await expect(visit(page).getByText('Explore freely')).toBeVisible();
  await expect(visit(page).getByRole('button', { name: 'Exploration' })).toHaveAttribute('aria-pressed', 'true');
  await expect(turns(page)).toHaveCount(2);
  const chat = page.waitForRequest((request) => request.url().endsWith('/api/chat'));
  await ask(page, 'Who painted the ceiling of the painting salon?');
  expect((await chat).postDataJSON().visit.visitMode).toBe('exploration');
  await expect(turns(page)).toHaveCount(4);
  await visit(page).getByRole('button', { name: 'Guided' }).click();
  await expect(visit(other).locator('select[hidden]')).toBeDisabled();
});

test('a stored configuration that is none gives way to the defaults', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('visitConfig', '{"inputMode":"telepathy","visitMode":"exploration"}'));
  await page.goto('/visit');
  await expect(visit(page).getByRole('button', { name: 'Guided' })).toHaveAttribute('aria-pressed', 'true');
  await expect(visit(page).getByRole('tab', { name: 'Audio' })).toHaveAttribute('aria-selected', 'true');
});

test('the language changes in the middle of an answer and everything stays', async ({ page }) => {
  await open(page);
  await ask(page);
  await field(page).fill('and the next question');
  await page.getByLabel('Language').selectOption('de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page).toHaveURL(/\/visit$/);
  await expect(field(page)).toHaveValue('and the next question');
  await expect(turns(page).first()).toContainText(question);
  await expect(turns(page).last()).toContainText(known);
  await expect(visit(page).getByRole('heading', { level: 1 })).toHaveText('Das große Treppenhaus');
  await expect(turns(page).last().locator('[lang="en"]').first()).toContainText(known);
  const chat = page.waitForRequest((request) => request.url().endsWith('/api/chat'));
  await expect(visit(page).getByRole('button', { name: 'Senden' })).toHaveAttribute('aria-disabled', 'false');
  await ask(page, 'Wer hat die Decke im Malersalon gemalt?');
  expect((await chat).postDataJSON().visit.language).toBe('de');
  await expect(turns(page)).toHaveCount(4);
  await expect(turns(page).last()).toContainText('Savelli');
});

test('an answer that breaks off can be asked again, and a reload keeps mode, draft and place', async ({ page, faults }) => {
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
});

test('the keyboard alone reaches and does everything', async ({ page }) => {
  await open(page);
  const reach = async (name: string) => {
    const isThere = () => page.evaluate((wanted) => document.activeElement?.textContent === wanted, name);
    for (let steps = 0; steps < 24 && !(await isThere()); steps += 1) await page.keyboard.press('Tab');
    expect(await isThere(), `${name} is reached`).toBe(true);
  };
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
});

test('a museum with guide and feedback leads to the form in the visitor’s language', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'museumID', value: museums.cathedral, url: baseURL ?? '' }]);
  await open(page, `/visit?museum=${museums.cathedral}&collection=6610a1b2c3d4e5f602000006`);
  const feedback = visit(page).getByRole('link', { name: /^Feedback/ });
  const english = await feedback.getAttribute('href');
  await page.getByLabel('Language').selectOption('de');
  await expect(feedback).not.toHaveAttribute('href', english ?? '');
  await expect(visit(page).getByRole('navigation').getByRole('button')).toHaveText(['Beenden']);
});

const sizes = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
];

const themes = ['negative', 'positive'] as const;

test('no state has a barrier, dark on light and light on dark, 390 and 320 pixels wide', async ({ page, faults }) => {
  await open(page);
  const measure = async (state: string) => {
    for (const theme of themes) {
      for (const size of sizes) {
        await page.setViewportSize(size);
        const found = await findBarriers(page);
        const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        expect
          .soft([...found, ...(isWider ? ['scrolls sideways'] : [])], `${state}, ${size.width} pixels, before it is ${theme}`)
          .toEqual([]);
      }
      await chooseTheme(page, theme);
    }
  };
  await measure('empty');
  await askAndHear(page);
  await measure('after an answer');
  await visit(page).getByRole('button', { name: 'Exploration' }).click();
  faults.break(/^\/api\/chat/, { kind: '500' });
  // So long that no button of the answer before lies half beneath the bar that stays, where its size cannot be measured.
  await ask(page, `${question} ${question}`);
  await expect(visit(page).getByRole('alert')).toBeVisible();
  await measure('failed');
});

test('with text at twice its size nothing lies over anything and the field stays at hand', async ({ page }) => {
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

test('“say that again” and “slower” read the last answer aloud and ask nobody; a key pauses it', async ({ page }) => {
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
  await page.keyboard.press('Alt+P');
  await expect(stop).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(stop).toBeHidden();
  await ask(page, 'Können Sie das bitte wiederholen?');
  await expect(stop).toBeVisible();
  await expect(turns(page)).toHaveCount(count);
});
