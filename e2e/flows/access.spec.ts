import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { findBarriers, findClipped } from '../test-kit/barriers.ts';
import { openSettings } from '../test-kit/settings.ts';
import { listenToPage, loudnessOf } from '../test-kit/sound.ts';
import { startSite } from '../test-kit/start-site.ts';
import { expect, museums, screenOf, staircase, test } from '../test-kit/test.ts';
import { askInWriting, openWritten } from '../test-kit/written-visit.ts';

const dyers = '6610a1b2c3d4e5f602000016';
const visit = (page: Page) => screenOf(page, 'visit');
const log = (page: Page) => visit(page).getByRole('log', { name: /Conversation|Gespräch/ });

test('the settings of a museum with easy texts offer easy language, and the next answer is in easy language', async ({ page, baseURL }) => {
  await openWritten(page, baseURL, { museumID: museums.gallery, collectionID: dyers, language: 'de', visitMode: 'exploration' });
  await askInWriting(page, 'Was ist Krapp?');
  await expect(log(page)).toContainText('fein wie Mehl gemahlen');
  const panel = await openSettings(page);
  await panel.getByRole('checkbox', { name: 'Leichte Sprache' }).check();
  expect(await findBarriers(page, { practices: true })).toEqual([]);
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await findClipped(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await askInWriting(page, 'Was ist Haldenblau?');
  await expect(log(page)).toContainText('Halden-Blau ist eine Farbe für Wolle.');
  await expect(log(page)).toContainText('Quelle: Schild am Glas mit Halden-Blau');
  await page.reload();
  await expect(log(page)).toContainText('fein wie Mehl gemahlen');
  await askInWriting(page, 'Wer war Nora Halden?');
  await expect(log(page)).toContainText('Nora Halden war Chemikerin.');
});

test('captions appear in the chosen language, marked as translated, and one press shows the original words', async ({ page, baseURL }) => {
  const chunks: string[] = [];
  page.on('request', (request) => /finding[^/]*\.js/.test(request.url()) && chunks.push(request.url()));
  await openWritten(page, baseURL, { visitMode: 'exploration' });
  await askInWriting(page, 'Why is the ceiling of the painting salon so dark?');
  await expect(log(page)).toContainText('candle smoke');
  expect(chunks).toEqual([]);
  const panel = await openSettings(page);
  await panel.getByRole('radio', { name: 'Deutsch' }).check();
  await page.keyboard.press('Escape');
  const answer = log(page).locator('li:has([data-generated])').last();
  await expect(answer.locator('[data-generated][lang="de"]')).toContainText('Kerzenrauch');
  await expect(answer).not.toContainText('candle smoke');
  expect(chunks).not.toEqual([]);
  expect(await findBarriers(page, { practices: true })).toEqual([]);
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await findClipped(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page).getByRole('button', { name: 'Original', exact: true }).click();
  await expect(answer).toContainText('candle smoke');
  await visit(page).getByRole('button', { name: 'Original', exact: true }).click();
  await askInWriting(page, 'Excuse me.');
  await expect(answer.locator('[data-generated][lang="de"]')).toHaveText(/\p{L}/u);
});

test('a room’s audio description opens with its text, and Escape stops the sound', { tag: '@all' }, async ({ page, faults, baseURL }) => {
  await listenToPage(page);
  // In mono, the page mixes the recording itself, so that the test can measure the sound.
  await page.addInitScript(() => localStorage.setItem('settings', JSON.stringify({ isMono: true })));
  await openWritten(page, baseURL);
  const key = visit(page).getByRole('button', { name: 'Audio description' });
  await expect(visit(page).getByRole('textbox')).toBeVisible();
  await expect(key).toHaveCount(0);
  await askInWriting(page, 'Yes, let us begin');
  await expect(key).toBeVisible();
  const box = await key.boundingBox();
  expect([(box?.width ?? 0) >= 44, (box?.height ?? 0) >= 44]).toEqual([true, true]);
  await key.click();
  const dialog = page.getByRole('dialog', { name: 'Audio description' });
  for (const name of ['Close', 'Play']) await expect(dialog.getByRole('button', { name, exact: true }).locator('svg')).toBeVisible();
  await expect(dialog.getByRole('listitem').first()).toHaveText('You are in a long, bare hall at the height of the water.');
  expect(faults.requests.filter((one) => one.endsWith('.mp3'))).toEqual([]);
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => loudnessOf(page)).toBeGreaterThan(0.01);
  await expect(dialog.getByRole('listitem').first()).toHaveAttribute('aria-current', 'true');
  await dialog.getByRole('slider', { name: 'Where in the recording' }).fill('20');
  await expect(dialog.locator('[aria-current="true"]')).toContainText(/pillar|benches/);
  expect(await findBarriers(page, { practices: true })).toEqual([]);
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await findClipped(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(() => loudnessOf(page)).toBeLessThan(0.01);
  await expect(key).toBeFocused();
});

/** The demo has no clip in sign language, because none can be generated. */
const signed = test.extend<Record<never, never>, { site: Awaited<ReturnType<typeof startSite>> }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const contentDir = await mkdtemp(path.join(tmpdir(), 'signed-'));
      await cp(path.join(import.meta.dirname, '../../infra/demo'), contentDir, { recursive: true });
      const house = path.join(contentDir, 'museums/belmonte');
      await cp(path.join(import.meta.dirname, '../fixtures/sign-language/moving-picture.webm'), path.join(house, 'staircase.webm'));
      const profile = JSON.parse(await readFile(path.join(house, 'profile.json'), 'utf8'));
      const clip = { url: '/media/museums/belmonte/staircase.webm', title: 'The staircase, signed', text: 'The steps are low.' };
      profile.exhibitions[staircase].signLanguage = { en: clip };
      await writeFile(path.join(house, 'profile.json'), JSON.stringify(profile));
      const site = await startSite({ CONTENT_DIR: contentDir });
      await use(site);
      await site.stop();
      await rm(contentDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

signed('an exhibition’s clip in sign language plays at the visitor’s speed beside its text', { tag: '@all' }, async ({ page, baseURL }) => {
  await openWritten(page, baseURL, { visitMode: 'exploration' });
  await page.evaluate(() => localStorage.setItem('settings', JSON.stringify({ speechRate: 0.8 })));
  await page.reload();
  await visit(page).getByRole('button', { name: 'Sign language' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign language' });
  await expect(dialog.getByRole('heading', { name: 'The staircase, signed' })).toBeVisible();
  await expect(dialog).toContainText('The steps are low.');
  const video = dialog.locator('video');
  await video.evaluate((element: HTMLVideoElement) => element.play());
  await expect.poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime)).toBeGreaterThan(0);
  expect(await video.evaluate((element: HTMLVideoElement) => [element.controls, element.playbackRate])).toEqual([true, 0.8]);
  expect(await findBarriers(page, { practices: true })).toEqual([]);
});
