import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import { answers as belmonteAnswers } from '../test-kit/answers.ts';
import { findBarriers } from '../test-kit/barriers.ts';
import { chooseTheme } from '../test-kit/settings.ts';
import { expect, museums, screenOf, staircase, test } from '../test-kit/test.ts';
import { rememberVisitConfig } from '../test-kit/visit-config.ts';

const answers = { ...belmonteAnswers, time: ['time.5'] };

const places: { name: string; path: string; ready: string; input?: VisitConfig['inputMode'] }[] = [
  { name: 'the code field', path: '/', ready: 'Which museum are you in?' },
  { name: 'the landing', path: '/collection-selection', ready: 'Discover Rich Museum Narratives' },
  {
    name: 'a single question',
    path: `/tailoring?museum=${museums.belmonte}&collection=${staircase}&question=time`,
    ready: 'How much time do you have?',
  },
  {
    name: 'a question of many answers',
    path: `/tailoring?museum=${museums.belmonte}&collection=${staircase}&question=goals`,
    ready: 'What brings you here?',
  },
  {
    name: 'the visit by ear',
    path: `/visit?museum=${museums.belmonte}&collection=${staircase}`,
    ready: 'Clara is an AI, not a person.',
    input: 'audio',
  },
  {
    name: 'the visit in writing',
    path: `/visit?museum=${museums.belmonte}&collection=${staircase}`,
    ready: 'an AI guide',
    input: 'text',
  },
  {
    name: 'the end of a visit',
    path: `/visit?museum=${museums.belmonte}&collection=${staircase}#end`,
    ready: 'Was Clara a help to you?',
  },
  { name: 'the chat', path: `/?museum=${museums.textChat}`, ready: 'Good evening. I am Vesper' },
  { name: 'a missing page', path: '/no/such/room', ready: 'This label seems to be missing' },
];

for (const { name, path, ready, input } of places) {
  test(`${name} has no barrier, dark on light, light on dark, and 320 pixels wide`, async ({ page, context, baseURL }) => {
    await context.addCookies([
      { name: 'tailoringAnswers', value: encodeURIComponent(JSON.stringify(answers)), url: baseURL ?? '' },
      { name: 'museumID', value: museums.belmonte, url: baseURL ?? '' },
      { name: 'collectionID', value: staircase, url: baseURL ?? '' },
    ]);
    if (input) await rememberVisitConfig(context, { inputMode: input });
    if (path === '/') await context.clearCookies();
    await page.goto(path);
    await expect(page.getByText(ready).first()).toBeVisible();
    // Colours do not depend on the room.
    expect.soft(await findBarriers(page), 'positive').toEqual([]);
    await chooseTheme(page, 'negative');
    expect.soft(await findBarriers(page), 'negative').toEqual([]);
    await page.setViewportSize({ width: 320, height: 568 });
    expect.soft(await findBarriers(page), '320 pixels wide').toEqual([]);
  });
}

test('a screen that failed has no barrier', async ({ page, faults }) => {
  faults.break(/^\/remotes\/landing\//, { kind: '404' });
  await page.goto(`/?museum=${museums.belmonte}`);
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(screenOf(page, 'landing')).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);
});

test('consent is read whole before it can be given, and a visitor’s own colours show what is chosen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/tailoring?museum=${museums.belmonte}&collection=${staircase}&question=consent`);
  await expect(screenOf(page, 'tailoring')).toBeVisible();
  const answer = page.getByRole('button', { name: 'Yes, I agree' });
  const [terms, button] = await Promise.all([page.getByText(/stays in this browser/).boundingBox(), answer.boundingBox()]);
  expect(button?.y).toBeGreaterThan((terms?.y ?? 0) + (terms?.height ?? 0));
  await expect(answer).toBeInViewport({ ratio: 1 });
  // Nor is one answer easier to find than the other, in the longest language either.
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('button', { name: 'Nein, ohne fortfahren' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Ja, ich stimme zu' }).click();
  await page.getByRole('checkbox', { name: 'Jacopo Savelli' }).check();
  const marks = page.locator('label svg');
  await expect(marks.filter({ visible: true })).toHaveCount(1);
  expect(await marks.count()).toBeGreaterThan(1);
});
