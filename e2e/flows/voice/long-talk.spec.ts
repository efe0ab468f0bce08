import type { Page } from '@playwright/test';
import { expectStill, watchShifts } from '../../test-kit/instruments.ts';
import { speakLanguage } from '../../test-kit/test.ts';
import { expect, openVisit, test, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

/** `TALK_QUESTIONS=20 npm run e2e -- --all long-talk` is a talk of some minutes. */
const questions = Number(process.env['TALK_QUESTIONS'] ?? 2);
/** In German the status needs two lines on the small phone. */
const phones = [
  { language: 'en', width: 390, height: 844 },
  { language: 'de', width: 320, height: 568 },
] as const;

const offered = (page: Page) => visit(page).locator('[class*="suggested-questions"] ul button');

for (const { language, ...phone } of phones)
  test(`nothing moves from question to question of a call (${language}, ${phone.width} px)`, { tag: '@all' }, async ({ page, faults }) => {
    await page.setViewportSize(phone);
    await speakLanguage(page, language);
    await openVisit(page, faults.origin, {}, { voice: [`${language}-1`] });
    await expect(word(page)).toHaveText(/^Clara (is speaking|spricht)$/);
    // The first Escape closes the note about the speakers.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const shifted = await watchShifts(page);
    for (let asked = 0; asked < questions; asked += 1) {
      await offered(page).first().click();
      await expect(word(page)).toHaveText(/^Clara (is speaking|spricht)$/);
      await expect(visit(page).getByRole('log').locator('mark').first()).toBeVisible();
      await expect(word(page)).toHaveText(/^(Ready when you are|Bereit)$/);
    }
    await expectStill(shifted, 'a talk');
  });
