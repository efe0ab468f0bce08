import { answers, chat, expect, field, openChat, test } from '../../test-kit/chat-test.ts';
import { endsAtItsLeft, expectStill, phones, watchShifts } from '../../test-kit/instruments.ts';
import { speakLanguage } from '../../test-kit/test.ts';

const draft = 'Why does the dome turn, and who has pushed it round, and how long did that take? '.repeat(4);

for (const phone of phones) {
  test(`a growing draft moves nothing outside its field at ${phone.width} px`, { tag: '@all' }, async ({ page, guide }) => {
    guide.answerWith(() => ({ chunks: [draft] }));
    await page.setViewportSize(phone);
    await speakLanguage(page, 'de');
    const shifted = await watchShifts(page);
    await openChat(page);
    // The page offers Dictate once it has found a transcription.
    await expect(chat(page).locator('form').getByRole('button')).toHaveCount(2);
    await expectStill(shifted, 'a chat that opens');
    for (const moment of ['before the first message', 'after an answer']) {
      await field(page).click();
      await page.keyboard.insertText(draft.slice(0, 60));
      await page.keyboard.insertText(draft);
      await expectStill(shifted, `a draft ${moment}`);
      await page.keyboard.press('Enter');
      await expect(answers(page).last()).toContainText('how long');
      await expectStill(shifted, `the field when a draft was sent ${moment}`);
    }
  });
}

test('a question in Arabic or Hebrew runs from right to left, in the field and in the thread', { tag: '@all' }, async ({ page, guide }) => {
  guide.answerWith(() => ({ chunks: ['It is upstairs.'] }));
  await openChat(page);
  for (const [asked, question] of ['أين غرفة القمر?', 'איפה הירח?'].entries()) {
    await field(page).fill(question);
    // The field has no fixed language: its text sets the direction.
    expect(await field(page).evaluate((element) => getComputedStyle(element).unicodeBidi)).toBe('plaintext');
    await page.keyboard.press('Enter');
    const said = chat(page).locator('article p').filter({ hasText: question });
    await expect(said).toBeVisible();
    expect(await endsAtItsLeft(said)).toBe(true);
    await expect(answers(page).filter({ hasText: 'upstairs' })).toHaveCount(asked + 1);
  }
});
