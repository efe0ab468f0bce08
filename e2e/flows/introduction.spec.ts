import type { BrowserContext, Page } from '@playwright/test';
import { expect, screenOf, test } from '../test-kit/test.ts';

const atelier = 'museum=6610a1b2c3d4e5f601000004&collection=6610a1b2c3d4e5f602000012';
const recording = '/media/introductions/artist-en.mp3';
/** Half past seven in summer in Paris, where the museum is; wherever the visitor's phone thinks it is. */
const halfPastSeven = '2026-07-01T05:30:00Z';
/** When the recording says its second line, in seconds. */
const secondLineAt = 3.72;

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
  await page.addInitScript(() => {
    const heard = { startedAt: [] as number[], marked: [] as string[] };
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      heard.startedAt.push(this.currentTime);
      return play.call(this);
    };
    const note = () => heard.marked.push(...[...document.querySelectorAll('li[aria-current]')].map((line) => line.textContent));
    new MutationObserver(note).observe(document, { subtree: true, attributes: true, attributeFilter: ['aria-current'] });
    Object.assign(window, { heard });
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: { startedAt: number[]; marked: string[] } }).heard);
  await openAt(page, halfPastSeven);
  await expect(title(page)).toBeVisible();
  await expect(visit(page).getByText('Ready to play')).toBeVisible();
  expect(faults.requests.filter((path) => path.startsWith('/media/introductions/'))).toEqual([]);

  await button(page, 'Play the introduction').click();
  await expect(visit(page).getByText('Playing', { exact: true })).toBeVisible();
  // A line is marked as long as it is said, which no test waits for in time.
  const said = await lines(page).allTextContents();
  await expect.poll(async () => (await heard()).marked).toEqual(expect.arrayContaining(said.slice(0, 2)));
  expect(await secondsOf(page)).toBeGreaterThanOrEqual(Math.floor(secondLineAt));
  await expect(lines(page).and(page.locator('[aria-current]'))).toHaveCount(1);
  expect(faults.requests).toContain(recording);

  await button(page, 'Pause').click();
  await expect(visit(page).getByText('Paused', { exact: true })).toBeVisible();
  const stoodAt = await secondsOf(page);
  await button(page, 'Go on playing').click();
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(stoodAt);
  const [began, wentOn = 0] = (await heard()).startedAt;
  expect(began).toBe(0);
  expect(wentOn).toBeGreaterThanOrEqual(stoodAt);
});

test('the recording is in the visitor’s language', { tag: '@all' }, async ({ page, context, baseURL, faults }) => {
  await haveAnswered(context, baseURL, 'de');
  await openAt(page, halfPastSeven);
  await button(page, 'Einführung abspielen').click();
  await expect.poll(() => faults.requests).toContain('/media/introductions/artist-de.mp3');
  await expect(visit(page).getByRole('listitem').first()).toHaveAttribute('aria-current', 'true');
});
