import type { Page } from '@playwright/test';
import { insecureHost } from '../../test-kit/browser.ts';
import { chat, expect, field, openChat, test } from '../../test-kit/chat-test.ts';
import { setMicrophone } from '../../test-kit/set-microphone.ts';
import { museums, speakLanguage } from '../../test-kit/test.ts';

/** A hidden region repeats the visible text for screen readers. */
const says = (page: Page, sentence: string) => chat(page).locator('p:not([role]), li').filter({ hasText: sentence });
const press = (page: Page, name: string) => chat(page).getByRole('button', { name, exact: true }).click();

test('a refused dictation names the remedy or HTTPS, and the visitor can type', async ({ page, site, transcription, complaints }) => {
  await speakLanguage(page, 'de');
  await openChat(page);
  await setMicrophone(page, 'denied');
  await field(page).fill('half a question');
  await press(page, 'Diktieren');
  await expect(says(page, 'Für die Sprachaufnahme wird das Mikrofon benötigt')).toBeVisible();
  for (const tip of [
    'Erlauben Sie das Mikrofon in der Adressleiste',
    'Prüfen Sie die Berechtigungen Ihres Geräts',
    'Laden Sie die Seite neu',
  ])
    await expect(says(page, tip)).toBeVisible();
  await press(page, 'Lieber tippen');
  await expect(field(page)).toHaveValue('half a question');
  await expect(field(page)).toBeFocused();
  await press(page, 'Diktieren');
  await expect(says(page, 'Laden Sie die Seite neu')).toBeVisible();
  await setMicrophone(page, 'granted');
  await press(page, 'Noch einmal');
  await expect(chat(page).getByRole('button', { name: 'Tippen zum Beenden' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('half a question');
  expect(transcription.files).toEqual([]);

  await openChat(page, `http://${insecureHost}:${new URL(site.origin).port}/?museum=${museums.textChat}`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await press(page, 'Diktieren');
  await expect(says(page, 'Für das Mikrofon muss diese Seite über HTTPS aufgerufen werden')).toBeVisible();
  const others = complaints.filter((complaint) => !complaint.startsWith(`left this machine: http://${insecureHost}:`));
  complaints.splice(0, complaints.length, ...others);
});
