import type { BrowserContext, Page } from '@playwright/test';
import { rememberAnswers } from '../test-kit/answers.ts';
import { expectStill, watchShifts } from '../test-kit/instruments.ts';
import { expect, museums, screenOf, speakLanguage, staircase, test } from '../test-kit/test.ts';

const nave = '6610a1b2c3d4e5f602000006';
const belmonte = `museum=${museums.belmonte}&collection=${staircase}`;
const cathedral = `museum=${museums.cathedral}&collection=${nave}`;
const storedAnswers = async (context: BrowserContext) => {
  const cookie = (await context.cookies()).find(({ name }) => name === 'tailoringAnswers');
  return JSON.parse(decodeURIComponent(cookie?.value ?? '{}'));
};

const parts = (page: Page) => {
  const screen = screenOf(page, 'tailoring');
  return {
    heading: screen.getByRole('heading', { level: 1 }),
    progress: screen.getByRole('progressbar'),
    answers: screen.locator('main ul button[aria-pressed]'),
    boxes: screen.getByRole('checkbox'),
    onward: screen.locator('main button').last(),
    row: (name: string) => screen.locator('button[aria-pressed]', { hasText: name }),
  };
};

const passes = [
  { language: 'en', first: 'May we learn from your visit?', voice: 'Harriet', start: 'Start the visit with Clara', tag: '@all' },
  { language: 'de', first: 'Dürfen wir aus Ihrem Besuch lernen?', voice: 'Leonhard', start: 'Mit Clara beginnen', tag: [] },
  { language: 'fr', first: 'Pouvons-nous apprendre de votre visite ?', voice: 'Bastien', start: 'Commencer avec Clara', tag: '@all' },
];

for (const { language, first, voice, start, tag } of passes) {
  test(`all seven questions lead to the visit, and nothing moves (${language})`, { tag }, async ({ page, context }) => {
    await speakLanguage(page, language);
    const { heading, progress, answers: options, boxes, onward, row } = parts(page);
    const shifted = await watchShifts(page);
    const at = async (number: number) => {
      await expect(progress).toHaveAttribute('aria-valuenow', String(Math.round((number / 7) * 100)));
      await expectStill(shifted, `before question ${number}`);
    };

    await page.goto(`/?${belmonte}`);
    await expect(heading).toHaveText(first);
    await at(1);
    await options.first().click();
    await at(2);
    await expect(onward).toHaveAttribute('aria-disabled', 'true');
    await boxes.nth(1).check();
    await onward.click();
    for (const number of [3, 4, 5]) {
      await at(number);
      await options.nth(1).click();
    }
    await at(6);
    await boxes.first().check();
    await boxes.last().check();
    await onward.click();
    await at(7);
    await row(voice).click();
    await expect(onward).toHaveText(start);
    const ping = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/visits/ping');
    await onward.click();
    expect([(await ping).request().method(), (await ping).status()]).toEqual(['POST', 204]);
    await expect(page).toHaveURL(/\/visit$/);
    await expectStill(shifted, 'the last question');
    expect(await storedAnswers(context)).toMatchObject({
      consent: ['consent.agree'],
      expertise: ['visitorType.group'],
      personality: ['style.contemplative'],
      time: ['time.10'],
      goals: ['goal.learn', 'goal.challenge'],
      voice: [`${language}-2`],
    });
  });
}

test('a visitor answers all questions with the keyboard alone, and reduced motion animates no answer', async ({ page }) => {
  await page.goto(`/?${cathedral}`);
  const { heading, row } = parts(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await expect(heading).toBeFocused();
  await press('Tab', 'Tab', 'Enter');
  await expect(heading).toHaveText('Who are you visiting with today?');
  await expect(heading).toBeFocused();
  await press('Tab', 'Space');
  await expect(heading).toHaveText('How much time do you have?');
  await expect(heading).toBeFocused();
  await press('Tab', 'Tab', 'Tab', 'Enter');
  await expect(heading).toHaveText('Which voice would you like to hear?');
  await expect(heading).toBeFocused();
  await press('Tab', 'Tab', 'Enter');
  await expect(row('Edmund').locator('path').last()).toHaveCSS('animation-name', 'none');
  await press('Tab', 'Enter', 'Tab', 'Tab', 'Tab', 'Tab', 'Enter');
  await expect(page).toHaveURL(/\/visit$/);
});

test('the terms of consent are visible above both answers, and forced colours show the chosen answers', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.emulateMedia({ forcedColors: 'active' });
  await speakLanguage(page, 'de');
  await page.goto(`/tailoring?${belmonte}&question=consent`);
  const answer = page.getByRole('button', { name: 'Ja, ich stimme zu' });
  await expect(answer).toBeInViewport({ ratio: 1 });
  const [terms, button] = await Promise.all([page.getByText(/vier Stunden in diesem Browser/).boundingBox(), answer.boundingBox()]);
  expect(button?.y).toBeGreaterThan((terms?.y ?? 0) + (terms?.height ?? 0));
  await expect(page.getByRole('button', { name: 'Nein, ohne fortfahren' })).toBeInViewport({ ratio: 1 });
  await answer.click();
  await page.getByRole('checkbox', { name: 'Jacopo Savelli' }).check();
  const marks = page.locator('label svg');
  await expect(marks.filter({ visible: true })).toHaveCount(1);
  expect(await marks.count()).toBeGreaterThan(1);
});

test('a desktop shows the answers below their question beside the exhibition’s picture, which a phone does not load', {
  tag: '@all',
}, async ({ page, context, faults, baseURL: url = '' }) => {
  await rememberAnswers(context, url);
  const picture = screenOf(page, 'tailoring').locator('figure img');
  const fetched = () => faults.requests.filter((path) => path.startsWith('/media/scenes/'));
  await page.goto(`/tailoring?${belmonte}&question=time`);
  await expect(parts(page).heading).toHaveText('How much time do you have?');
  await expect(picture).toBeHidden();
  expect(fetched()).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(picture).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('The Grand Staircase')).toBeVisible();
  await expect.poll(fetched).toEqual([expect.stringContaining('/staircase/positive.svg')]);
  for (const id of ['consent', 'artistSelection', 'expertise', 'goals', 'voice']) {
    await page.goto(`/tailoring?${belmonte}&question=${id}`);
    await expect(page.locator('#first-paint')).toHaveCount(0);
    const [words, answer] = await Promise.all(
      ['[id$="-description"]', 'button[aria-pressed], label'].map((each) => page.locator(`main ${each}`).first().boundingBox()),
    );
    const gap = (answer?.y ?? 0) - (words?.y ?? 0) - (words?.height ?? 0);
    expect(gap, id).toBeGreaterThan(0);
    expect(gap, id).toBeLessThan(64);
    await expect(page.locator('main button[aria-pressed], main label').last()).toBeInViewport({ ratio: 1 });
  }
});
