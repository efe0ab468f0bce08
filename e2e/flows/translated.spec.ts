import type { Locator, Page } from '@playwright/test';
import { answers, rememberAnswers } from '../test-kit/answers.ts';
import { expect, museums, screenOf, speakLanguage, staircase, test } from '../test-kit/test.ts';
import { translate } from '../test-kit/translate.ts';
import { rememberVisitConfig } from '../test-kit/visit-config.ts';

const languages = ['en', 'de', 'fr'];

/** Our screens have no bare texts, so the host's repair for bare texts is off. */
async function translateAll(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['removeChild', 'insertBefore'] as const) {
      const native = Node.prototype[name];
      Object.defineProperty(Node.prototype, name, { get: () => native, set: () => undefined });
    }
  });
  await page.addInitScript(translate);
}

async function ask(screen: Locator, question: string): Promise<void> {
  const given = screen.getByRole('log').locator('[data-generated]');
  const before = await given.count();
  await screen.getByRole('textbox').fill(question);
  await screen.getByRole('textbox').press('Enter');
  await expect(given).not.toHaveCount(before);
  await expect(screen.getByRole('button', { name: /^(Send|Senden|Envoyer)$/ })).toBeVisible();
}

async function openAndClose(page: Page, button: Locator, use = async () => {}): Promise<void> {
  await button.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await use();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function changeSettings(page: Page): Promise<void> {
  await openAndClose(page, page.getByRole('button', { name: /^(Display and sound|Anzeige und Ton|Affichage et son)$/ }), () =>
    page.getByRole('dialog').getByRole('slider').first().press('ArrowRight'),
  );
}

for (const language of languages)
  test(`a translated page works and reports no failure (${language})`, { tag: '@all' }, async ({ page, context, baseURL, complaints }) => {
    page.on('request', (request) => {
      const { reports = [] } = request.url().endsWith('/api/reports') ? (request.postDataJSON() ?? {}) : {};
      const failures = reports.filter(({ kind }: { kind: string }) => !['loaded', 'vitals'].includes(kind));
      complaints.push(...failures.map((report: object) => `reported: ${JSON.stringify(report)}`));
    });
    await translateAll(page);
    await speakLanguage(page, language);
    const other = languages.find((each) => each !== language) ?? '';
    const choose = async (value: string) => {
      await page.getByRole('combobox').first().selectOption(value);
      await expect(page.locator('html')).toHaveAttribute('lang', value);
    };

    await test.step('landing and questions', async () => {
      await page.goto(`/?museum=${museums.belmonte}`);
      await expect(screenOf(page, 'landing').locator('font').first()).toBeAttached();
      await choose(other);
      await choose(language);
      await changeSettings(page);
      await page.goto(`/?museum=${museums.belmonte}&collection=${staircase}`);
      const tailoring = screenOf(page, 'tailoring');
      const progress = tailoring.getByRole('progressbar');
      await tailoring.locator('main ul button[aria-pressed]').first().click();
      await expect(progress).toHaveAttribute('aria-valuenow', '29');
      await tailoring.getByRole('checkbox').first().check();
      await page.goBack();
      await expect(progress).toHaveAttribute('aria-valuenow', '14');
      await choose(other);
      await choose(language);
    });

    await test.step('the visit, its group and its end', async () => {
      await rememberAnswers(context, baseURL, { given: { ...answers, voice: [`${language}-1`] } });
      await rememberVisitConfig(context, { inputMode: 'text' });
      await page.goto('/visit');
      const visit = screenOf(page, 'visit');
      await ask(visit, 'Why is the ceiling of the painting salon so dark?');
      await ask(visit, 'Who built the staircase?');
      await openAndClose(page, visit.getByRole('button', { name: /Source|Quelle/ }).first());
      await choose(other);
      await choose(language);
      await changeSettings(page);
      await visit.getByRole('tab').first().click();
      await expect(visit.getByRole('log')).toBeHidden();
      await visit.getByRole('tab').last().click();
      await expect(visit.getByRole('log')).toBeVisible();
      await page.goto('/visit#end');
      await page.locator('summary').click();
      await page.locator('main section button').first().click();
      await choose(other);
      await expect(page.locator('main h1')).toBeVisible();
    });

    await test.step('chat', async () => {
      await page.goto(`/?museum=${museums.textChat}`);
      const chat = screenOf(page, 'chat');
      await choose(language);
      await ask(chat, 'What is number 2?');
      await ask(chat, 'Who built it?');
      await openAndClose(page, chat.getByRole('button', { name: /Source|Quelle/ }).last());
      await choose(other);
      await changeSettings(page);
      await expect(chat.getByRole('textbox')).toBeVisible();
    });

    await test.step('kiosk, a wrong code, a wrong page, and the console', async () => {
      // A kiosk deletes the visit and loads again; this test's own page would choose a language at each load.
      const kiosk = await context.newPage();
      await translateAll(kiosk);
      await kiosk.goto(`/?museum=${museums.belmonte}&kiosk=1`);
      await kiosk.getByRole('button', { name: /Touch to begin/ }).click();
      await expect(screenOf(kiosk, 'landing')).toBeVisible();
      await kiosk.close();
      await context.clearCookies();
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('/?code');
      await page.locator('#code').fill('WRONG');
      await page.keyboard.press('Enter');
      await expect(page.locator('#code-problem font').first()).toBeAttached();
      await page.goto('/nowhere');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('404');
      await page.goto('/operator');
      const password = page.locator('input[name="password"]');
      await page.locator('input[name="username"]').fill('local');
      await password.fill('wrong');
      await password.press('Enter');
      await expect(screenOf(page, 'operator').getByRole('alert')).toBeVisible();
    });
  });
