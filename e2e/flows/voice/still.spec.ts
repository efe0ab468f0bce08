import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import type { Page } from '@playwright/test';
import { expectStill, phones, watchShifts } from '../../test-kit/instruments.ts';
import { startSite } from '../../test-kit/start-site.ts';
import { speakLanguage } from '../../test-kit/test.ts';
import { hearsBy } from '../../test-kit/transcription-service.ts';
import { expect, openVisit, test, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

/** Longer than any field. */
const draft = 'Why is the ceiling of the painting salon so very dark, and who has cleaned the strip beside the window? '.repeat(3);
const captions = (page: Page) => visit(page).getByRole('log');
const field = (page: Page) => visit(page).getByRole('textbox');
const mode = (page: Page, at: number) => visit(page).getByRole('navigation').getByRole('button').nth(at);

async function writeAndErase(page: Page, isStill: (state: string) => Promise<void>) {
  await field(page).click();
  await page.keyboard.insertText(draft.slice(0, 60));
  await isStill('a draft of two lines');
  await page.keyboard.insertText(draft);
  await isStill('a draft of many lines');
  await field(page).fill('');
  await isStill('the field when it is emptied');
}

async function explore(page: Page, isStill: (state: string) => Promise<void>, restarts: () => Promise<void>) {
  for (const at of [1, 0]) {
    await mode(page, at).click();
    await expect(mode(page, at)).toHaveAttribute('aria-pressed', 'true');
    await restarts();
    await isStill(at === 1 ? 'exploration' : 'the guided tour');
  }
}

for (const phone of phones) {
  test(`nothing moves in a call or when a tab takes over at ${phone.width} px`, { tag: '@all' }, async ({ page, context, faults }) => {
    await page.setViewportSize(phone);
    await speakLanguage(page, 'de');
    const shifted = await watchShifts(page);
    const isStill = (state: string) => expectStill(shifted, state);
    await openVisit(page, faults.origin, { visitMode: 'guided' }, { voice: ['de-1'] });
    await expect(captions(page)).toBeVisible();
    await isStill('a call that begins');
    // The first Escape closes the note about the speakers.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(captions(page)).toHaveCount(0);
    await isStill('a guide who is interrupted');
    const begin = await visit(page).getByRole('button', { name: 'Führung beginnen' }).boundingBox();
    // On a phone of the usual height a thumb reaches the lower 40 %.
    if (phone.height > 800) expect(begin?.y).toBeGreaterThan(0.6 * phone.height);
    const keyboard = visit(page).locator('[aria-expanded]:not([aria-haspopup])');
    await keyboard.click();
    await expect(field(page)).toBeFocused();
    await isStill('the box to type in');
    await writeAndErase(page, isStill);
    await keyboard.click();
    await expect(field(page)).toHaveCount(0);
    await isStill('the box when it is closed');
    await explore(page, isStill, async () => {
      await expect(captions(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(captions(page)).toHaveCount(0);
    });

    const second = await context.newPage();
    await second.setViewportSize(phone);
    await speakLanguage(second, 'de');
    const shiftedThere = await watchShifts(second);
    await openVisit(second, faults.origin, {}, { voice: ['de-1'] });
    await expect(visit(second).locator('[data-view="other-tab"]')).toBeVisible();
    await expectStill(shiftedThere, 'the other tab');
    await visit(second).getByRole('tabpanel').getByRole('button').first().click();
    await expect(word(second)).toBeVisible();
    await expectStill(shiftedThere, 'a call that is taken over');
    await expect(visit(page).locator('[data-view="other-tab"]')).toBeVisible();
    await isStill('the tab that has lost the call');
  });
}

test('nothing moves when a visitor drafts in writing or explores', { tag: '@all' }, async ({ page, faults }) => {
  await page.setViewportSize(phones[0]);
  await speakLanguage(page, 'de');
  const shifted = await watchShifts(page);
  const isStill = (state: string) => expectStill(shifted, `${state}, ${page.viewportSize()?.width} px`);
  await openVisit(page, faults.origin, { visitMode: 'guided', inputMode: 'text' }, { voice: ['de-1'] });
  await expect(field(page)).toBeVisible();
  await isStill('a visit in writing');
  const onBothPhones = async () => {
    for (const phone of phones) {
      await page.setViewportSize(phone);
      // Ignores shifts of the resize.
      await shifted();
      await writeAndErase(page, isStill);
      await explore(page, isStill, async () => {});
    }
  };
  await onBothPhones();
  // An answer takes more height on the smaller phone.
  await field(page).fill('Why so dark?');
  await page.keyboard.press('Enter');
  await expect(captions(page).locator('li').nth(1)).toContainText(/\w/);
  const source = captions(page).getByText(/^(Source|Quelle)\s?:/);
  await expect(source.first()).toBeVisible();
  await isStill('a question and its answer');
  await onBothPhones();
});

test('nothing moves while a visitor waits in line, in any language', { tag: '@all' }, async ({ browser, transcription }) => {
  const site = await startSite({ VOICE_SLOTS: '1', ...hearsBy(transcription) });
  const open = async (language: Language, phone: (typeof phones)[number]) => {
    const context = await browser.newContext({ permissions: ['microphone'], viewport: phone });
    const page = await context.newPage();
    await speakLanguage(page, language);
    const shifted = await watchShifts(page);
    await openVisit(page, site.origin, {}, { voice: [`${language}-1`] });
    return { context, page, shifted };
  };
  const first = await open('en', phones[0]);
  await expect(word(first.page)).toBeVisible();
  for (const language of languages)
    for (const phone of phones)
      await test.step(`${language}, ${phone.width} px`, async () => {
        const { context, page, shifted } = await open(language, phone);
        await expect(visit(page).locator('[data-view="queued"]')).toBeVisible();
        await expectStill(shifted, 'the line');
        await context.close();
      });
  await first.context.close();
  await site.stop();
});
