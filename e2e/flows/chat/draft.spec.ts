import { answers, chat, expect, field, openChat, speakLanguage, test } from '../../test-kit/chat-test.ts';
import { expectStill, phones, watchShifts } from '../../test-kit/instruments.ts';

const draft = 'Why does the dome turn, and who has pushed it round, and how long did that take? '.repeat(4);

for (const phone of phones) {
  test(`a draft that grows moves nothing but itself at ${phone.width} px`, { tag: '@all' }, async ({ page, guide }) => {
    guide.answerWith(() => ({ chunks: [draft] }));
    await page.setViewportSize(phone);
    await speakLanguage(page, 'de');
    const shifted = await watchShifts(page);
    await openChat(page);
    // Dictation is offered once it is known that somebody writes it down.
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
