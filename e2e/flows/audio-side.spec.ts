import type { Page } from '@playwright/test';
import { answers } from '../test-kit/answers.ts';
import { findBarriers, findClipped } from '../test-kit/barriers.ts';
import { expect, museums, screenOf, staircase, test } from '../test-kit/test.ts';

const visit = (page: Page) => screenOf(page, 'visit');

/** Comes to the visit with everything answered, in Belmonte unless told otherwise. */
async function open(page: Page, origin = '', { language = 'en', museum = museums.belmonte as string, collection = staircase } = {}) {
  const value = encodeURIComponent(JSON.stringify({ ...answers, voice: [`${language}-1`] }));
  const cookies = { museumID: museum, collectionID: collection, tailoringAnswers: value };
  await page.context().addCookies(Object.entries(cookies).map(([name, each]) => ({ name, value: each, url: origin })));
  await page.addInitScript((chosen) => {
    if (localStorage.getItem('language')) return;
    localStorage.setItem('language', chosen);
    localStorage.setItem('userChangedLanguage', 'true');
  }, language);
  await page.goto('/visit');
  await expect(visit(page)).toBeVisible();
}

/** Neither this site nor the browser makes text of what is said. */
function withoutRecogniser() {
  for (const name of ['SpeechRecognition', 'webkitSpeechRecognition']) Object.defineProperty(window, name, { value: undefined });
}

/** Everything that can be known of a voice visit before a microphone is asked for. */
const states: { name: string; view: string; buttons: number; begin?: () => void }[] = [
  { name: 'before the microphone', view: 'permission', buttons: 2 },
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

const sizes = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  // Text at twice its size: every length in rem doubles, as if there were half the room.
  { width: 195, height: 422 },
  { width: 844, height: 390 },
];

for (const { name, view, buttons, begin } of states) {
  test(`the audio side ${name} has room and no barrier, in German dark on light and in French light on dark`, async ({ page, baseURL }) => {
    if (begin) await page.addInitScript(begin);
    for (const [language, theme] of [
      ['de', 'positive'],
      ['fr', 'negative'],
    ] as const) {
      // What is stored once is not stored again by `open`.
      if (theme === 'negative')
        await page.evaluate(([chosen, mode]) => Object.assign(localStorage, { language: chosen, themeMode: mode }), [language, theme]);
      await open(page, baseURL, { language });
      const shown = visit(page).locator(`[data-view="${view}"]`);
      await expect(shown).toBeVisible();
      // Whoever looks elsewhere is told: the heading has the focus, and every way on is a button.
      await expect(shown.getByRole('heading')).toBeFocused();
      await expect(shown.getByRole('button')).toHaveCount(buttons);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      for (const size of sizes) {
        await page.setViewportSize(size);
        expect(await findClipped(page), `${theme}, ${size.width} px`).toEqual([]);
        expect(await findBarriers(page), `${theme}, ${size.width} px`).toEqual([]);
      }
    }
  });
}

test('before anything listens it says who does, and where the sound goes', async ({ page, baseURL }) => {
  await open(page, baseURL);
  await expect(visit(page).getByRole('heading', { level: 1 })).toHaveText('So that Clara can hear you');
  await expect(visit(page).locator('[data-view] li')).toHaveText([
    'Clara is an AI, not a person.',
    'Clara listens only while you hold the button.',
    'Your browser’s maker turns your speech into text: what you say is sent there.',
    'Your browser asks next. Choose “Allow”.',
  ]);
});

test('where nobody hears it says so, and asks for no microphone', async ({ page, baseURL }) => {
  await page.addInitScript(withoutRecogniser);
  await open(page, baseURL);
  await expect(visit(page).getByRole('heading', { level: 1 })).toHaveText('Clara speaks, you type');
  await expect(visit(page).locator('[data-view] li')).toHaveText([
    'Clara is an AI, not a person.',
    'This site cannot hear you. Your microphone stays off.',
    'Type your questions: Clara answers aloud.',
  ]);
  await expect(visit(page).getByRole('button', { name: 'Start listening to Clara' })).toBeVisible();
});

test('the language changes before the microphone and nothing is asked meanwhile', async ({ page, baseURL, faults }) => {
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

const foot = (page: Page) => visit(page).getByRole('navigation');

test('the foot of the visit chooses how to be led, by ear as in writing', async ({ page, baseURL }) => {
  await open(page, baseURL);
  const mode = (name: string) => foot(page).getByRole('button', { name });
  await expect(foot(page).getByRole('button')).toHaveText(['Guided', 'Exploration', 'End']);
  await expect(mode('Guided')).toHaveAttribute('aria-pressed', 'true');
  await mode('Exploration').click();
  await visit(page).getByRole('tab', { name: 'Text' }).click();
  await expect(mode('Exploration')).toHaveAttribute('aria-pressed', 'true');
});

test('the archive has Guide and a Feedback that is not available', async ({ page, baseURL }) => {
  await open(page, baseURL, { museum: '6610a1b2c3d4e5f601000003', collection: '6610a1b2c3d4e5f602000009' });
  await expect(foot(page).getByText('Guide', { exact: true })).toHaveAttribute('aria-current', 'page');
  const feedback = foot(page).getByRole('button', { name: /^Feedback/ });
  await expect(feedback).toHaveAttribute('aria-disabled', 'true');
  await expect(feedback).toHaveAccessibleName('Feedback (not available here)');
  await expect(foot(page).getByRole('button')).toHaveText([/^Feedback/, 'End']);
});

test('the gallery has no bar at its foot', async ({ page, baseURL }) => {
  await open(page, baseURL, { museum: '6610a1b2c3d4e5f601000005', collection: '6610a1b2c3d4e5f602000015' });
  await expect(visit(page).getByRole('button', { name: 'Use text instead' })).toBeVisible();
  await expect(foot(page)).toHaveCount(0);
});
