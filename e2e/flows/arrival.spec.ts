import type { Page } from '@playwright/test';
import { answers, rememberAnswers } from '../test-kit/answers.ts';
import { cardOf, expect, museums, screenOf, staircase, test } from '../test-kit/test.ts';
import { untilQuiet } from '../test-kit/until-quiet.ts';

const belmonte = `museum=${museums.belmonte}`;

test('the page fetches the next screens of a visit ahead, and requests each file once', async ({ page, faults }) => {
  const codeOf = (name: string) => faults.requests.filter((path) => path.startsWith(`/remotes/${name}/`));
  await page.goto(`/?${belmonte}`);
  await expect.poll(() => codeOf('visit').length).toBeGreaterThanOrEqual(4);
  await untilQuiet(faults);
  const record = () => faults.requests.filter((path) => path.endsWith(`/exhibitions/${staircase}`));
  const before = codeOf('tailoring');
  expect(before.length).toBeGreaterThanOrEqual(4);
  expect(record()).toHaveLength(1);
  await cardOf(page, 'The Grand Staircase').click();
  await expect(screenOf(page, 'tailoring')).toBeVisible();
  expect([codeOf('tailoring'), record().length]).toEqual([before, 1]);
});
const codeField = (page: Page) => page.getByLabel(/letters under the code/);

test('a redirect adds no entry to the history', { tag: '@all' }, async ({ page }) => {
  await page.goto('/no/such/room');
  await page.goto(`/?${belmonte}&collection=${staircase}`);
  await expect(screenOf(page, 'tailoring')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
});

test('a code opens its museum in any spelling, and an unknown code stays in the field', { tag: '@all' }, async ({ page, context }) => {
  const codes = { belm: 'Palazzo Belmonte', ' Be lM ': 'Palazzo Belmonte', DOM: /Cathedral/, 'c h a t': 'Urania Observatory' };
  for (const [code, museum] of Object.entries(codes))
    await test.step(JSON.stringify(code), async () => {
      await context.clearCookies();
      await page.goto('/');
      await codeField(page).fill(code);
      await codeField(page).press('Enter');
      await expect(page).toHaveTitle(museum);
      await expect(page.locator('section[data-remote]')).toBeVisible();
    });
  await context.clearCookies();
  await page.goto('/');
  await codeField(page).fill('NOPE');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText(/No museum has this code/)).toBeVisible();
  await expect(codeField(page)).toHaveValue('NOPE');
});

test('Back and Reload lose no choice between the landing and the visit', async ({ page, context, baseURL }) => {
  await page.goto(`/?${belmonte}`);
  await cardOf(page, 'The Grand Staircase').click();
  await expect(page).toHaveURL(/question=consent/);
  await page.reload();
  await expect(page).toHaveURL(/question=consent/);
  await page.goBack();
  await expect(cardOf(page, 'The Grand Staircase')).toBeVisible();
  await page.reload();
  const resume = page.getByRole('button', { name: /^Continue: The Grand Staircase/ });
  await expect(resume).toContainText('7 questions still open');

  // tailoring.spec.ts tests the questions.
  await rememberAnswers(context, baseURL, { given: { ...answers, time: ['time.5'] } });
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
