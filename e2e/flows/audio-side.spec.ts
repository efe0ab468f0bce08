import type { Page } from '@playwright/test';
import { answers } from '../test-kit/answers.ts';
import { expect, museums, screenOf, staircase, test } from '../test-kit/test.ts';

const visit = (page: Page) => screenOf(page, 'visit');

/** Comes to the visit in Belmonte with everything answered. */
async function open(page: Page, origin = '') {
  const value = encodeURIComponent(JSON.stringify(answers));
  const cookies = { museumID: museums.belmonte, collectionID: staircase, tailoringAnswers: value };
  await page.context().addCookies(Object.entries(cookies).map(([name, each]) => ({ name, value: each, url: origin })));
  await page.goto('/visit');
  await expect(visit(page)).toBeVisible();
}

/** Neither this site nor the browser makes text of what is said. */
function withoutRecogniser() {
  for (const name of ['SpeechRecognition', 'webkitSpeechRecognition']) Object.defineProperty(window, name, { value: undefined });
}

/** What a browser or a site lacks for a voice visit, known before a microphone is asked for. */
const states: { name: string; view: string; buttons: number; begin: () => void }[] = [
  {
    name: 'where the microphone is blocked',
    view: 'denied',
    buttons: 3,
    begin: () => {
      navigator.permissions.query = () => Promise.resolve({ state: 'denied' } as PermissionStatus);
    },
  },
  {
    name: 'without HTTPS',
    view: 'insecure',
    buttons: 1,
    begin: () => void Object.defineProperty(window, 'isSecureContext', { get: () => false }),
  },
  {
    name: 'in a browser without media devices',
    view: 'unsupported',
    buttons: 2,
    begin: () => void Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined }),
  },
  {
    name: 'where nobody hears',
    view: 'permission',
    buttons: 2,
    begin: withoutRecogniser,
  },
];

for (const { name, view, buttons, begin } of states) {
  test(`the audio side ${name} says so in a heading that has the focus, and offers every way on`, { tag: '@all' }, async ({
    page,
    baseURL,
  }) => {
    await page.addInitScript(begin);
    await open(page, baseURL);
    const shown = visit(page).locator(`[data-view="${view}"]`);
    await expect(shown.getByRole('heading')).toBeFocused();
    await expect(shown.getByRole('button')).toHaveCount(buttons);
  });
}

test('the language changes before the microphone and nothing is asked meanwhile', { tag: '@all' }, async ({ page, baseURL, faults }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => {
      throw new Error('the microphone was asked for');
    };
  });
  await open(page, baseURL);
  await expect(visit(page).getByRole('button', { name: 'Allow microphone' })).toBeVisible();
  await page.getByLabel('Language').selectOption('de');
  await expect(visit(page).getByRole('button', { name: 'Mikrofon erlauben' })).toBeVisible();
  await visit(page).getByRole('button', { name: 'Erkunden' }).click();
  await expect(visit(page).getByText('Frei erkunden')).toBeVisible();
  await expect(visit(page).getByRole('button', { name: 'Mikrofon erlauben' })).toBeVisible();
  expect(faults.requests.filter((path) => path.startsWith('/voice/room') || path.startsWith('/api/voice/'))).toEqual([]);
});
