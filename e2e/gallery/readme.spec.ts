import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { answerQuestions } from '../test-kit/answer-questions.ts';
import { museums, screenOf } from '../test-kit/test.ts';
import { expect, test } from '../test-kit/voice-test.ts';

// One visit to the built site, for the README: pictures of it, and captioned frames of a recording, which
// infra/tooling/scripts/gallery.mjs makes small. Frames are named in their order.

const folder = process.env['GALLERY_PICTURES'] ?? '';
const question = 'Who painted the ceiling?';

test.use({ deviceScaleFactor: 2, colorScheme: 'light' });

test('a visitor of the palazzo is photographed from the code on the wall to an answer', async ({ page, browser }) => {
  const caption = await browser.newPage({ viewport: { width: 390, height: 904 } });
  let frames = 0;
  const frame = async (words: string, still?: string) => {
    await page.evaluate(() => document.fonts.ready);
    // Pictures out of view are loaded later, or never.
    await page.waitForFunction(() =>
      [...document.images].every((image) => {
        const { left, right, top, bottom } = image.getBoundingClientRect();
        const isInView = right > Math.max(left, 0) && bottom > Math.max(top, 0) && left < innerWidth && top < innerHeight;
        return image.complete || !isInView;
      }),
    );
    const picture = await page.screenshot({ animations: 'disabled' });
    if (still) await writeFile(path.join(folder, `${still}.png`), picture);
    await caption.setContent(`<body style="margin:0;background:#221a14;color:#fff;font:600 1.05rem/1.3 system-ui,sans-serif">
      <img style="display:block;inline-size:390px" src="data:image/png;base64,${picture.toString('base64')}">
      <p style="margin:0;block-size:60px;display:grid;place-items:center;text-align:center;padding:0 1rem">${words}</p>`);
    await caption.locator('img').evaluate((image: HTMLImageElement) => image.decode());
    frames += 1;
    await caption.screenshot({ path: path.join(folder, `frame-${String(frames).padStart(2, '0')}.png`) });
  };

  await page.addInitScript(() => {
    if (!localStorage.getItem('language')) Object.assign(localStorage, { language: 'en', userChangedLanguage: 'true' });
  });
  await page.goto(`/?museum=${museums.belmonte}`);
  const [landing, visit] = ['landing', 'visit'].map((remote) => screenOf(page, remote));
  if (!landing || !visit) throw new Error('no screens');
  await expect(landing).toBeVisible();
  await frame('The code on the wall opens this page', 'landing');
  const card = landing.getByRole('listitem').or(landing.getByRole('group')).getByRole('button').first();
  await card.scrollIntoViewIfNeeded();
  await frame('Its exhibitions');
  await card.click();
  await answerQuestions(page, async (name) => {
    const still = frames === 2 ? 'question' : undefined;
    await frame(name.endsWith('-answered') ? 'Answered' : 'A few questions first', still);
  });
  await frame('The guide asks before it listens');
  await visit.getByRole('button', { name: /^(Allow microphone|Talk to)/ }).click();
  const status = visit.locator('p[role="status"]').first();
  await expect(status).toHaveText(/is speaking$/);
  await frame('It speaks, with captions', 'speaking');
  await visit.getByRole('tab', { name: 'Text' }).click();
  const field = visit.getByRole('textbox');
  await expect(field).toBeVisible();
  await frame('Or in writing');
  await field.pressSequentially(question);
  await frame('Anything may be asked');
  await page.keyboard.press('Enter');
  await expect(
    visit
      .getByRole('log')
      .getByText(/^Source: /)
      .first(),
  ).toBeVisible();
  await frame('Every answer names its source', 'answer');
  await page.evaluate(() => Object.assign(localStorage, { language: 'de', themeMode: 'negative' }));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  // The voices of another language are chosen first.
  await expect(page.locator('section[data-remote]')).toBeVisible();
  await frame('In three languages, light or dark');
  await caption.close();
});
