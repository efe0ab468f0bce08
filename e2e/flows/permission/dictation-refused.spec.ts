import type { Page } from '@playwright/test';
import { insecureHost } from '../../test-kit/browser.ts';
import { chat, expect, field, openChat, recordedSeconds, speakLanguage, test } from '../../test-kit/chat-test.ts';
import { languages } from '../../test-kit/instruments.ts';
import { setMicrophone } from '../../test-kit/set-microphone.ts';
import { museums } from '../../test-kit/test.ts';

/** What a visitor reads when there is no microphone to be had. */
const texts = {
  en: {
    dictate: 'Dictate',
    again: 'Record again',
    retry: 'Try again',
    type: 'Type instead',
    required: 'Microphone access is required for voice recording',
    tips: ['Allow the microphone in the address bar', 'Check the permissions of your device', 'Refresh the page'],
    missing: 'No microphone was found.',
    busy: 'Another app is using the microphone. Close it and try again.',
    insecure: 'This site must be accessed via HTTPS for microphone access',
    unsupported: 'This browser cannot record. You can type your question.',
    failed: 'Failed to transcribe audio. Please try again.',
    kept: 'Your recording is still here.',
    unheard: 'No words could be heard. Speak a little closer to the phone, or type.',
    stop: 'Tap to stop recording',
  },
  de: {
    dictate: 'Diktieren',
    again: 'Neu aufnehmen',
    retry: 'Noch einmal',
    type: 'Lieber tippen',
    required: 'Für die Sprachaufnahme wird das Mikrofon benötigt',
    tips: ['Erlauben Sie das Mikrofon in der Adressleiste', 'Prüfen Sie die Berechtigungen Ihres Geräts', 'Laden Sie die Seite neu'],
    missing: 'Es wurde kein Mikrofon gefunden.',
    busy: 'Eine andere App nutzt das Mikrofon. Schließen Sie sie und versuchen Sie es noch einmal.',
    insecure: 'Für das Mikrofon muss diese Seite über HTTPS aufgerufen werden',
    unsupported: 'Dieser Browser kann nicht aufnehmen. Sie können Ihre Frage tippen.',
    failed: 'Die Aufnahme konnte nicht in Text umgewandelt werden. Bitte versuchen Sie es noch einmal.',
    kept: 'Ihre Aufnahme ist noch da.',
    unheard: 'Es waren keine Worte zu hören. Sprechen Sie etwas näher am Telefon, oder tippen Sie.',
    stop: 'Tippen zum Beenden',
  },
  fr: {
    dictate: 'Dicter',
    again: 'Enregistrer à nouveau',
    retry: 'Réessayer',
    type: 'Plutôt écrire',
    required: 'L’accès au microphone est nécessaire pour l’enregistrement vocal',
    tips: ['Autorisez le microphone dans la barre d’adresse', 'Vérifiez les autorisations de votre appareil', 'Actualisez la page'],
    missing: 'Aucun microphone n’a été trouvé.',
    busy: 'Une autre application utilise le microphone. Fermez-la et réessayez.',
    insecure: 'Ce site doit être ouvert en HTTPS pour accéder au microphone',
    unsupported: 'Ce navigateur ne peut pas enregistrer. Vous pouvez écrire votre question.',
    failed: 'La transcription de l’enregistrement a échoué. Veuillez réessayer.',
    kept: 'Votre enregistrement est toujours là.',
    unheard: 'Aucun mot n’a été entendu. Parlez plus près du téléphone, ou écrivez.',
    stop: 'Touchez pour terminer',
  },
} as const;

/** Not the hidden region, which says the same once for those who cannot see it. */
const says = (page: Page, sentence: string) => chat(page).locator('p:not([role]), li').filter({ hasText: sentence });
const dictate = (page: Page, name: string) => chat(page).getByRole('button', { name, exact: true }).click();

/** What a browser does from now on when it is asked for the microphone. */
const failWith = (page: Page, name: string) =>
  page.evaluate((error) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('as this visitor’s browser says it', error));
  }, name);

for (const language of languages) {
  const t = texts[language];
  test(`a microphone that cannot be had has its sentence, with what to do, and typing goes on (${language})`, async ({ page }) => {
    await speakLanguage(page, language);
    await openChat(page);
    await test.step('refused', async () => {
      await setMicrophone(page, 'denied');
      await field(page).fill('half a question');
      await dictate(page, t.dictate);
      await expect(says(page, t.required)).toBeVisible();
      for (const tip of t.tips) await expect(says(page, tip)).toBeVisible();
      await setMicrophone(page, 'granted');
      await dictate(page, t.retry);
      await expect(chat(page).getByRole('button', { name: t.stop })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(field(page)).toHaveValue('half a question');
    });
    for (const [name, sentence] of [
      ['NotAllowedError', t.required],
      ['NotFoundError', t.missing],
      ['NotReadableError', t.busy],
    ] as const)
      await test.step(name, async () => {
        await failWith(page, name);
        await dictate(page, t.dictate);
        await expect(says(page, sentence)).toBeVisible();
        await dictate(page, t.type);
        await expect(field(page)).toHaveValue('half a question');
        await expect(field(page)).toBeFocused();
      });
  });

  test(`a page without HTTPS says that it needs it, a browser that cannot record that it cannot (${language})`, async ({
    page,
    site,
    complaints,
  }) => {
    await speakLanguage(page, language);
    await openChat(page, `http://${insecureHost}:${new URL(site.origin).port}/?museum=${museums.textChat}`);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await dictate(page, t.dictate);
    await expect(says(page, t.insecure)).toBeVisible();
    const others = complaints.filter((complaint) => !complaint.startsWith(`left this machine: http://${insecureHost}:`));
    complaints.splice(0, complaints.length, ...others);

    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined }));
    await openChat(page);
    await dictate(page, t.dictate);
    await expect(says(page, t.unsupported)).toBeVisible();
  });

  test(`no words, and a service that fails, have their sentences (${language})`, async ({ page, transcription }) => {
    transcription.setDeaf(true);
    await speakLanguage(page, language);
    await openChat(page);
    await setMicrophone(page, 'granted');
    const record = async () => {
      await expect(recordedSeconds(page)).toBeVisible();
      await dictate(page, t.stop);
    };
    await dictate(page, t.dictate);
    await record();
    await expect(says(page, t.unheard)).toBeVisible();
    transcription.setBroken(true);
    await dictate(page, t.again);
    await record();
    await expect(says(page, t.failed)).toBeVisible();
    await expect(says(page, t.kept)).toBeVisible();
  });
}
