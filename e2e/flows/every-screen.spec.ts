import type { Page } from '@playwright/test';
import { answers as belmonteAnswers } from '../test-kit/answers.ts';
import { findBarriers, findClipped } from '../test-kit/barriers.ts';
import { expectStill, watchShifts } from '../test-kit/instruments.ts';
import { chooseTheme } from '../test-kit/settings.ts';
import { cardOf, expect, museums, screenOf, staircase, test } from '../test-kit/test.ts';
import { rememberVisitConfig } from '../test-kit/visit-config.ts';

const answers = { ...belmonteAnswers, time: ['time.5'] };

const visit = `museum=${museums.belmonte}&collection=${staircase}`;
const places: { name: string; path: string; text: string | RegExp; german: string | RegExp; isInWriting?: boolean }[] = [
  { name: 'the code field', path: '/?code', text: /Which museum/, german: /welchem Museum/ },
  { name: 'the landing', path: `/collection-selection?${visit}`, text: 'About', german: 'Über uns' },
  { name: 'a question', path: `/tailoring?${visit}&question=time`, text: /How much time/, german: /Wie viel Zeit/ },
  { name: 'the visit by ear', path: `/visit?${visit}`, text: /Clara is an AI/, german: /Clara ist eine künstliche Intelligenz/ },
  { name: 'the visit in writing', path: `/visit?${visit}`, text: /AI guide/, german: /KI-Guide/, isInWriting: true },
  { name: 'the chat', path: `/text-chat?museum=${museums.textChat}`, text: /AI guide/, german: /KI-Guide/ },
  { name: 'a missing page', path: '/no/such/room', text: /label seems to be missing/, german: 'Dieses Schild fehlt' },
];

/** Everything answered in Belmonte; the German voice too, since a voice of another language would be asked again. */
async function haveAnswered(page: Page, url = '', voice = 'en-1') {
  const value = encodeURIComponent(JSON.stringify({ ...answers, voice: [voice] }));
  const cookies = { museumID: museums.belmonte, collectionID: staircase, tailoringAnswers: value };
  await page.context().addCookies(Object.entries(cookies).map(([name, each]) => ({ name, value: each, url })));
}

for (const { name, path, text, german, isInWriting = false } of places) {
  test(`${name} can be turned light on dark and into German, and stays so; nothing moves while it loads`, async ({
    page,
    context,
    baseURL,
  }) => {
    await haveAnswered(page, baseURL);
    if (isInWriting) await rememberVisitConfig(context, { inputMode: 'text' });
    const shifted = await watchShifts(page);
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectStill(shifted, 'English');
    await chooseTheme(page, 'negative');
    // Reachable on every screen; what a screen then asks again is its own matter.
    await haveAnswered(page, baseURL, 'de-1');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    const isGerman = async () => {
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'negative');
    };
    await isGerman();
    await page.goto(path);
    await expect(page.getByText(german).first()).toBeVisible();
    await isGerman();
    await expectStill(shifted, 'German');
    await page.setViewportSize({ width: 361, height: 780 });
    const bar = [page.getByRole('combobox', { name: 'Sprache' }), page.getByRole('button', { name: 'Anzeige und Ton' })];
    const [language, settings] = await Promise.all(bar.map((each) => each.boundingBox()));
    expect(settings?.y, 'the bar has one line').toBe(language?.y);
  });
}

test('back and reload lose nothing on the way from the wall to the visit', async ({ page, baseURL }) => {
  await page.goto(`/?museum=${museums.belmonte}`);
  await cardOf(page, 'The Grand Staircase').click();
  await expect(page).toHaveURL(/question=consent/);
  await page.reload();
  await expect(page).toHaveURL(/question=consent/);
  await page.goBack();
  await expect(cardOf(page, 'The Grand Staircase')).toBeVisible();
  await page.reload();
  const resume = page.getByRole('button', { name: /^Continue: The Grand Staircase/ });
  await expect(resume).toContainText('7 questions still open');

  // The questionnaire itself is walked through in its own tests.
  await haveAnswered(page, baseURL);
  await page.reload();
  await expect(resume).toContainText('A visit of 5 minutes');
  await resume.click();
  await expect(screenOf(page, 'visit')).toBeVisible();
  await page.reload();
  await expect(screenOf(page, 'visit')).toBeVisible();
  await page.goBack();
  await expect(resume).toBeVisible();
  await page.goForward();
  await expect(screenOf(page, 'visit')).toBeVisible();
});

/** The second is a phone whose text stands at twice its size: every length in rem doubles, as if there were half the room. */
const narrow = [
  { width: 320, height: 568 },
  { width: 195, height: 422 },
];
const views: { name: string; path: string; breaks?: RegExp }[] = [
  { name: 'the code field', path: '/?code' },
  { name: 'the landing', path: `/collection-selection?${visit}` },
  { name: 'a missing page', path: '/no/such/room' },
  { name: 'a museum that does not answer', path: `/?museum=${museums.cathedral}`, breaks: /^\/api\/museums\// },
  { name: 'a screen that failed', path: `/collection-selection?${visit}`, breaks: /^\/remotes\/landing\// },
];

for (const { name, path, breaks } of views) {
  test(`${name} has room and no barrier in German and French, on a small phone and with large text`, async ({ page, faults, baseURL }) => {
    await haveAnswered(page, baseURL);
    if (breaks) faults.break(breaks, { kind: '404' });
    for (const language of ['de', 'fr']) {
      await page.addInitScript((chosen) => {
        localStorage.setItem('language', chosen);
        localStorage.setItem('userChangedLanguage', 'true');
        localStorage.setItem('themeMode', chosen === 'fr' ? 'negative' : 'positive');
      }, language);
      await page.goto(path);
      await expect(page.locator('h1, [role="status"]').first()).toBeVisible();
      await expect(page.getByText('Loading...')).toHaveCount(0);
      for (const size of narrow) {
        await page.setViewportSize(size);
        expect(await findClipped(page), `${size.width} px`).toEqual([]);
      }
      expect(await findBarriers(page)).toEqual([]);
    }
  });
}
