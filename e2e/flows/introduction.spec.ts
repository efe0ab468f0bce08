import type { BrowserContext, Page } from '@playwright/test';
import { findBarriers, findClipped } from '../test-kit/barriers.ts';
import { languages } from '../test-kit/instruments.ts';
import { expect, screenOf, test } from '../test-kit/test.ts';

const atelier = 'museum=6610a1b2c3d4e5f601000004&collection=6610a1b2c3d4e5f602000012';
const recording = '/media/introductions/artist-en.mp3';
/** Half past seven in summer in Paris, where the museum is; wherever the visitor's phone thinks it is. */
const halfPastSeven = '2026-07-01T05:30:00Z';
/** What the recording says second, and when. */
const second = { text: /^I am Odile, the AI guide of this house/, seconds: 3.72 };

test.use({ timezoneId: 'America/New_York' });

const visit = (page: Page) => screenOf(page, 'visit');
const button = (page: Page, name: string) => visit(page).getByRole('button', { name, exact: true });
const title = (page: Page) => visit(page).getByRole('heading', { name: 'A word of welcome' });
const lines = (page: Page) => visit(page).getByRole('list', { name: 'The recording in words' }).getByRole('listitem');
const played = (page: Page) => visit(page).getByText(/^\d+:\d\d of 0:4\d$/);

/** The museum's own language is French. */
async function haveAnswered(context: BrowserContext, url = '', language = 'en') {
  await context.addInitScript((chosen) => {
    localStorage.setItem('language', chosen);
    localStorage.setItem('userChangedLanguage', 'true');
  }, language);
  const answers = {
    consent: ['consent.decline'],
    artistSelection: ['artist.solange-arvieux'],
    expertise: ['visitorType.alone'],
    personality: ['style.interactive'],
    time: ['time.10'],
    goals: ['goal.learn'],
    voice: [`${language}-1`],
  };
  await context.addCookies([{ name: 'tailoringAnswers', value: encodeURIComponent(JSON.stringify(answers)), url }]);
  await context.addCookies([{ name: 'museumID', value: '6610a1b2c3d4e5f601000004', url }]);
}

async function openAt(page: Page, time: string) {
  await page.clock.setFixedTime(time);
  await page.goto(`/visit?${atelier}`);
  await expect(visit(page)).toBeVisible();
}

const secondsOf = async (page: Page) => {
  const words = (await played(page).textContent()) ?? '';
  const [minutes = 0, seconds = 0] = words.split(' of ')[0]?.split(':').map(Number) ?? [];
  return minutes * 60 + seconds;
};

test.beforeEach(async ({ context, baseURL }) => haveAnswered(context, baseURL));

test('in its hour the recording plays, stops, goes on, and marks what is being said', async ({ page, faults }) => {
  await openAt(page, halfPastSeven);
  await expect(title(page)).toBeVisible();
  await expect(visit(page).getByText('Ready to play')).toBeVisible();
  expect(faults.requests.filter((path) => path.startsWith('/media/introductions/'))).toEqual([]);

  await button(page, 'Play the introduction').click();
  await expect(visit(page).getByText('Playing', { exact: true })).toBeVisible();
  await expect(lines(page).first()).toHaveAttribute('aria-current', 'true');
  await expect(lines(page).filter({ hasText: second.text })).toHaveAttribute('aria-current', 'true');
  expect(await secondsOf(page)).toBeGreaterThanOrEqual(Math.floor(second.seconds));
  await expect(lines(page).and(page.locator('[aria-current]'))).toHaveCount(1);
  expect(faults.requests).toContain(recording);

  await button(page, 'Pause').click();
  await expect(visit(page).getByText('Paused', { exact: true })).toBeVisible();
  const stoodAt = await secondsOf(page);
  await button(page, 'Go on playing').click();
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(stoodAt);
  // It went on, it did not begin anew.
  expect(await secondsOf(page)).toBeLessThan(stoodAt + 8);
});

test('the guide can be had instead: the way to the microphone, and nothing sounds any more', async ({ page }) => {
  await page.addInitScript(() => {
    const playing = new Set<HTMLMediaElement>();
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      playing.add(this);
      return play.call(this);
    };
    Object.assign(window, { countSounding: () => [...playing].filter((each) => !each.paused).length });
  });
  const sounding = () => page.evaluate(() => (window as unknown as { countSounding(): number }).countSounding());
  await openAt(page, halfPastSeven);
  await button(page, 'Play the introduction').click();
  await expect(visit(page).getByText('Playing', { exact: true })).toBeVisible();
  expect(await sounding()).toBe(1);
  await button(page, 'Talk to Odile now').click();
  await expect(visit(page).getByRole('heading', { name: 'So that Odile can hear you' })).toBeVisible();
  await expect(visit(page).getByText('Odile is an AI, not a person.')).toBeVisible();
  await expect(button(page, 'Allow microphone')).toBeVisible();
  await expect(title(page)).toHaveCount(0);
  expect(await sounding()).toBe(0);
});

test('writing is offered too, and the recording is there again afterwards', async ({ page }) => {
  await openAt(page, halfPastSeven);
  await button(page, 'Use text instead').click();
  await expect(visit(page).getByRole('textbox')).toBeVisible();
  await visit(page).getByRole('tab', { name: 'Audio' }).click();
  await expect(title(page)).toBeVisible();
});

test('in its hour, summer and winter, the visitor finds the recording, before and after it is led to the guide', async ({ page }) => {
  for (const [when, time, isIntroduced] of [
    ['a second before its hour', '2026-07-01T04:59:59Z', false],
    ['as its hour begins', '2026-07-01T05:00:00Z', true],
    ['in the last second of its hour', '2026-07-01T05:59:59Z', true],
    ['after its hour', '2026-07-01T06:00:00Z', false],
    ['in its hour in winter', '2026-12-01T06:30:00Z', true],
  ] as const)
    await test.step(when, async () => {
      await openAt(page, time);
      await expect(isIntroduced ? title(page) : button(page, 'Allow microphone')).toBeVisible();
      await expect(isIntroduced ? button(page, 'Allow microphone') : title(page)).toHaveCount(0);
    });
});

test('a recording that does not arrive says so, its words stand there, and trying again plays it', async ({ page, faults }) => {
  faults.break(/^\/media\/introductions\//, { kind: '404' });
  await openAt(page, halfPastSeven);
  await button(page, 'Play the introduction').click();
  await expect(visit(page).getByRole('alert')).toHaveText('The recording did not arrive. Its words stand below.');
  await expect(lines(page)).toHaveCount(7);
  faults.heal();
  await button(page, 'Try again').click();
  await expect(visit(page).getByText('Playing', { exact: true })).toBeVisible();
});

for (const language of languages) {
  test(`the recording is in the visitor’s language, with room and without barrier (${language})`, async ({
    page,
    context,
    baseURL,
    faults,
  }) => {
    await haveAnswered(context, baseURL, language);
    await page.addInitScript((mode) => localStorage.setItem('themeMode', mode), language === 'de' ? 'negative' : 'positive');
    await openAt(page, halfPastSeven);
    const list = visit(page).locator('ol');
    await expect(list).toContainText('Odile');
    for (const [width, height] of [
      [390, 844],
      [320, 568],
      [195, 422],
      [844, 390],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await findClipped(page), `${width} px`).toEqual([]);
      expect(await findBarriers(page), `${width} px`).toEqual([]);
    }
    await list.locator('xpath=ancestor::div[2]').getByRole('button').first().click();
    await expect.poll(() => faults.requests).toContain(`/media/introductions/artist-${language}.mp3`);
    await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-current', 'true');
  });
}
