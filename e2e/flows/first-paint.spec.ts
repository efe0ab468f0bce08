import type { Page } from '@playwright/test';
import { answers, rememberAnswers } from '../test-kit/answers.ts';
import { findBarriers } from '../test-kit/barriers.ts';
import { wakeSite } from '../test-kit/first-visit.ts';
import { createGate } from '../test-kit/gate.ts';
import { watchShifts } from '../test-kit/instruments.ts';
import { chooseTheme } from '../test-kit/settings.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

const firstPaint = (page: Page) => page.locator('#first-paint');
const landing = `/?museum=${museums.belmonte}`;

/** The first gate releases scripts, the second releases addresses of `alsoHeld`. */
async function holdScripts(page: Page, alsoHeld: readonly string[] = []) {
  const [scripts, others] = [createGate(), createGate()];
  await page.route('**/*.js', (route) => scripts.opened.then(() => route.continue()));
  for (const address of alsoHeld) await page.route(address, (route) => others.opened.then(() => route.continue()));
  return { scripts, others };
}

/** Waits for fonts and pictures. */
async function photograph(page: Page, name: string): Promise<Buffer> {
  await page.evaluate(async () => {
    // The chat's status text changes once the chat is connected; its position does not.
    for (const status of document.querySelectorAll<HTMLElement>('[class*="status-line_status"] span')) status.style.visibility = 'hidden';
    await document.fonts.ready;
    await Promise.all(
      [...document.images]
        .filter((image) => !image.complete && (image.loading !== 'lazy' || image.getBoundingClientRect().top < innerHeight))
        .filter((image) => image.checkVisibility())
        .map((image) => image.decode().catch(() => {})),
    );
  });
  return page.screenshot({ animations: 'disabled', caret: 'hide', path: test.info().outputPath(`${name}.png`) });
}

interface Drawn {
  what: string;
  screen: 'landing' | 'tailoring' | 'visit' | 'chat';
  url: string;
  /** The first tier has a page of the same kind. */
  isFurther?: boolean;
  /** A phone's size by default. */
  size?: { width: number; height: number };
  /** Answers of a visitor of Belmonte's staircase; absent: a first visit. */
  given?: object;
  /** Responses from these addresses would change the screen. */
  held?: readonly string[];
}

const { voice: _, ...allButVoice } = answers;
const [desktop, consented] = [{ width: 1440, height: 900 }, { consent: ['consent.agree'] }];
const screens: readonly Drawn[] = [
  { what: 'the landing', screen: 'landing', url: landing },
  { what: 'the first question', isFurther: true, screen: 'tailoring', url: '/tailoring', given: {} },
  { what: 'a question beside its picture', isFurther: true, screen: 'tailoring', url: '/tailoring', size: desktop, given: consented },
  { what: 'the question of the voice', isFurther: true, screen: 'tailoring', url: '/tailoring', given: allButVoice },
  { what: 'the visit', isFurther: true, screen: 'visit', url: '/visit', given: answers, held: ['**/api/voice*'] },
  { what: 'the chat', screen: 'chat', url: `/?museum=${museums.textChat}`, held: ['**/api/**/welcome*', '**/api/chat*', '**/api/voice*'] },
];

for (const { what, screen, url, size, given, held = [], isFurther = false } of screens) {
  test(`${what} looks the same before and after React takes over`, { tag: isFurther ? '@all' : [] }, async ({ page, context, baseURL }) => {
    if (given) await rememberAnswers(context, baseURL, { given });
    if (size) await page.setViewportSize(size);
    await wakeSite(baseURL ?? '');
    const { scripts, others } = await holdScripts(page, held);
    await page.goto(url, { waitUntil: 'commit' });
    await expect(firstPaint(page).getByRole('main')).toBeVisible();
    await expect(firstPaint(page).getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(1);
    expect(await findBarriers(page)).toEqual([]);
    const before = await photograph(page, 'before');
    const shifts = await watchShifts(page);
    scripts.open();
    await expect(screenOf(page, screen)).toBeVisible();
    await expect(firstPaint(page)).toHaveCount(0);
    const after = await photograph(page, 'after');
    expect(after.equals(before)).toBe(true);
    expect(await shifts()).toMatchObject({ all: 0 });
    others.open();
  });
}

test('a first paint is hidden until its last part has arrived', { tag: '@all' }, async ({ page, faults }) => {
  const html = await (await page.request.get(landing)).body();
  await holdScripts(page);
  faults.break(/^\/\?museum=/, { kind: 'cut', bytes: html.indexOf('</h1>') + 5, gate: createGate() });
  await page.goto(`${faults.origin}${landing}`, { waitUntil: 'commit' });
  await expect(firstPaint(page).locator('h1')).toBeAttached();
  await expect(firstPaint(page)).toBeHidden();
});

test('before its scripts arrive, the landing scrolls to its exhibitions and keeps a choice', async ({ page }) => {
  const { scripts } = await holdScripts(page);
  await page.goto(landing, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Choose an exhibition' }).click();
  await expect(page.getByRole('heading', { name: 'Exhibitions' })).toBeInViewport();
  await page.getByRole('button', { name: 'The Grand Staircase', exact: true }).click();
  await expect(firstPaint(page)).toBeVisible();
  scripts.open();
  await expect(page).toHaveURL(/\/tailoring/);
  await expect(screenOf(page, 'tailoring')).toBeVisible();
});

const firstWords = /^Welcome\. I am Vesper/;

test('before its scripts arrive, the chat shows its welcome and questions and keeps a pressed question', async ({ page, baseURL }) => {
  await wakeSite(baseURL ?? '');
  const { scripts } = await holdScripts(page);
  await page.goto(`/?museum=${museums.textChat}`, { waitUntil: 'commit' });
  await expect(firstPaint(page).getByText(firstWords)).toBeVisible();
  const question = firstPaint(page).getByRole('log').getByRole('button').first();
  const words = await question.innerText();
  await question.click();
  scripts.open();
  await expect(screenOf(page, 'chat').getByRole('log').getByRole('article').first()).toContainText(words);
  const again = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(firstPaint(page).getByRole('textbox')).toBeVisible();
  await expect(firstPaint(page).getByText(firstWords)).toBeHidden();
  again.scripts.open();
  await expect(page.getByRole('log').getByRole('article').first()).toContainText(words);
});

test('the chat sends a question that a visitor entered before the scripts arrived', { tag: '@all' }, async ({ page }) => {
  const { scripts } = await holdScripts(page);
  await page.goto(`/?museum=${museums.textChat}`, { waitUntil: 'commit' });
  const field = page.getByRole('textbox');
  await field.fill('How old is the window?');
  await field.press('Enter');
  await expect(firstPaint(page).getByRole('textbox')).toHaveValue('How old is the window?');
  scripts.open();
  await expect(page.getByRole('log').getByText('How old is the window?')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveValue('');
});

test('a visitor with a chosen language and theme never sees the museum’s defaults', async ({ page, context }) => {
  await page.goto(landing);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await chooseTheme(page, 'negative');
  await expect.poll(async () => (await context.cookies()).some(({ name, value }) => name === 'language' && value === 'de')).toBe(true);
  const { scripts } = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(firstPaint(page).getByRole('heading', { name: 'Ausstellungen' })).toBeVisible();
  await expect(firstPaint(page).locator('img').first()).toHaveAttribute('src', /\/negative\.svg$/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'negative');
  await context.clearCookies({ name: 'language' });
  await page.reload({ waitUntil: 'commit' });
  await expect(firstPaint(page)).toBeHidden();
  scripts.open();
  await expect(page.getByRole('heading', { name: 'Ausstellungen' })).toBeVisible();
});
