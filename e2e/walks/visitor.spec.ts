import { answerQuestions } from '../test-kit/answer-questions.ts';
import { phones } from '../test-kit/instruments.ts';
import { museums, screenOf, speakLanguage } from '../test-kit/test.ts';
import { expect, hold, test, wholePhraseMs } from '../test-kit/voice-test.ts';
import { createLook } from './look.ts';

const questions = {
  belmonte: 'Who painted the ceiling?',
  cathedral: 'How old is the great window?',
  archive: 'Who was Ida Lorenthal?',
  artist: 'Who was Solange Arvieux?',
  gallery: 'What are the highlights here?',
  textChat: 'Why does the dome turn?',
};

for (const size of phones)
  for (const [name, id] of Object.entries(museums))
    test(`a visitor of the ${name} at ${size.width}x${size.height} finds no fault`, async ({ page }) => {
      await page.setViewportSize(size);
      await speakLanguage(page, 'en');
      const look = await createLook(page, `${name}-${size.width}`);
      await page.goto(`/?museum=${id}`);
      const [visit, chat, landing] = ['visit', 'chat', 'landing'].map((remote) => screenOf(page, remote));
      if (!visit || !chat || !landing) throw new Error('screenOf found no screen');
      await expect(landing.or(chat)).toBeVisible();
      const screen = (await chat.isVisible()) ? chat : visit;
      if (screen === visit) {
        await look.at('landing');
        const card = landing.getByRole('listitem').or(landing.getByRole('group')).getByRole('button').first();
        await card.scrollIntoViewIfNeeded();
        await look.at('cards');
        await card.click();
        await answerQuestions(page, look.at);
        await look.at('visit');
        await visit
          .getByRole('tab', { name: 'Text' })
          .or(visit.getByRole('button', { name: 'Use text instead' }))
          .first()
          .click();
      }
      await expect(screen.getByRole('textbox')).toBeVisible();
      await look.at('greeting');
      await screen.getByRole('textbox').pressSequentially(questions[name as keyof typeof museums]);
      await look.at('typed');
      await page.keyboard.press('Enter');
      await expect(
        screen
          .getByRole('log')
          .getByText(/^Source: /)
          .first(),
      ).toBeVisible();
      await look.at('answer');
      if (screen === chat) return;
      await visit.getByRole('tab', { name: 'Audio' }).click();
      await visit.getByRole('button', { name: /^(Allow microphone|Talk to)/ }).click();
      const status = visit.locator('p[role="status"]').first();
      await expect(status).toHaveText(/is speaking$/);
      await look.at('speaking');
      await page.keyboard.press('Escape');
      await expect(status).toHaveText('Ready when you are');
      await look.at('ready');
      const key = await hold(page);
      await look.at('held');
      await page.waitForTimeout(wholePhraseMs);
      await key.release();
      await expect(status).toHaveText(/is speaking$/);
      await look.at('spoken-answer');
      await visit.getByRole('button', { name: 'Type', exact: false, expanded: false }).last().click();
      await expect(visit.getByRole('textbox')).toBeFocused();
      await look.at('typing-in-call');
      // The bar of a call is visible without scrolling; the gallery has no bar.
      for (const bar of await visit.getByRole('navigation').all()) await expect.soft(bar).toBeInViewport({ ratio: 1 });
    });

for (const { name, id, language, other, question, size } of [
  { name: 'artist', id: museums.artist, language: 'fr', other: 'de', question: 'Qui était Solange Arvieux ?', size: phones[0] },
  { name: 'archive', id: museums.archive, language: 'de', other: 'fr', question: 'Wer war Ida Lorenthal?', size: phones[1] },
])
  test(`a visitor of the ${name} in ${language} with the dark theme changes every setting and finds no fault`, async ({
    page,
    context,
  }) => {
    if (size) await page.setViewportSize(size);
    await context.addInitScript((chosen) => {
      if (!localStorage.getItem('language'))
        Object.assign(localStorage, { language: chosen, userChangedLanguage: 'true', settings: '{"theme":"dark"}' });
    }, language);
    const look = await createLook(page, `${name}-${language}`);
    const visit = screenOf(page, 'visit');
    const sources = visit.getByRole('log').getByText(/^(Quelle|Source)\s?: /);
    await page.goto(`/?museum=${id}`);
    const card = screenOf(page, 'landing')
      .getByRole('listitem')
      .or(screenOf(page, 'landing').getByRole('group'))
      .getByRole('button')
      .first();
    await expect(card).toBeVisible();
    await look.at('landing');
    await card.click();
    await answerQuestions(page, look.at);
    await look.at('visit');
    await visit.getByRole('tab').last().click();
    const field = visit.getByRole('textbox');
    await field.pressSequentially(question);
    await page.keyboard.press('Enter');
    await expect(sources).toHaveCount(1);
    await look.at('answer');
    await page.locator('select').first().selectOption(other);
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    await expect(sources).toHaveCount(1);
    await look.at('changed-language');
    const modes = visit.getByRole('navigation').locator('button:not([aria-disabled])');
    if ((await modes.count()) > 1) await modes.last().click();
    await look.at('changed-mode');
    const tab = await context.newPage();
    const lookAtTab = await createLook(tab, `${name}-${language}-tab`);
    await tab.goto('/visit');
    // The other language asks for another voice.
    await answerQuestions(tab, lookAtTab.at);
    await expect(screenOf(tab, 'visit').getByRole('log').getByText(question).first()).toBeVisible();
    await lookAtTab.at('new-tab');
    await tab.close();
    await page.reload();
    await expect(sources).toHaveCount(1);
    await look.at('reloaded');
    await page.goBack();
    await expect(visit).toHaveCount(0);
    await look.at('gone-back');
    await page.goto('/visit');
    await expect(field).toBeVisible();
    await context.setOffline(true);
    await field.fill('Offline?');
    await page.keyboard.press('Enter');
    await expect(visit.getByText(/Netz|réseau|connexion|Verbindung/i).first()).toBeVisible();
    look.forgive(/ERR_INTERNET_DISCONNECTED/);
    await look.at('offline');
    await context.setOffline(false);
    await visit
      .getByRole('button', { name: /Erneut|Noch einmal|Réessayer/ })
      .first()
      .click();
    await expect(visit.getByRole('log').getByRole('article').or(visit.getByRole('log').locator('ol > li')).nth(3)).toBeVisible();
    look.forgive(/ERR_INTERNET_DISCONNECTED/);
    await look.at('online-again');
    await page.goto(`/?museum=${museums.textChat}`);
    await expect(screenOf(page, 'chat').getByRole('textbox')).toBeVisible();
    await look.at('chat');
  });
