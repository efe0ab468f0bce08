import type { Page } from '@playwright/test';
import { answers, ask, chat, expect, field, log, openChat, sendButton, test, withoutMotion } from '../../test-kit/chat-test.ts';
import { createGate } from '../../test-kit/gate.ts';

const limit = 2000;

/** The ids of the messages this page sends. */
function watchMessages(page: Page): string[] {
  const ids: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/chat') ids.push(request.postDataJSON().clientMessageId);
  });
  return ids;
}

// Before the text stands how it came about.
const firstTextBytes = Buffer.byteLength('event: generated\ndata: {"kind":"model"}\n\nevent: text\ndata: {"delta":"One "}\n\n');

for (const bytes of [1, 37, 80, 143, 200]) {
  test(`an answer cut after ${bytes} bytes keeps what came and the draft; Try again sends the same message`, async ({
    page,
    guide,
    faults,
  }) => {
    const chunks = ['One ', 'two ', 'three ', 'four ', 'five ', 'six ', 'seven ', 'eight.'];
    guide.answerWith(() => ({ chunks, delayMs: 20 }));
    const ids = watchMessages(page);
    await openChat(page);
    // A browser drops what it has not handed to the page when the line breaks: it breaks once the page has shown a word.
    const gate = createGate();
    const count = bytes < firstTextBytes ? 0 : 1;
    faults.break(/^\/api\/chat$/, { kind: 'cut', bytes, gate });
    await ask(page, 'Count to eight');
    await expect(answers(page)).toHaveCount(count);
    gate.open();
    const again = chat(page).getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    if (count > 0) {
      const words = await answers(page).getByText('One').first().textContent();
      expect(chunks.join('').startsWith(words ?? 'nothing')).toBe(true);
      expect(words).not.toContain('eight');
    }
    await field(page).fill('typed meanwhile');

    faults.heal();
    await again.click();
    await expect(answers(page)).toHaveCount(1);
    await expect(answers(page)).toContainText(chunks.join(''));
    await expect(again).toBeHidden();
    await expect(field(page)).toHaveValue('typed meanwhile');
    await expect(log(page).getByText('Count to eight')).toHaveCount(1);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(guide.asked.length).toBeLessThanOrEqual(2);
  });
}

test('after a reload the broken message is tried again under the same id', async ({ page, guide, faults }) => {
  guide.answerWith(() => ({ chunks: ['One ', 'two.'], delayMs: 20 }));
  const ids = watchMessages(page);
  await openChat(page);
  faults.break(/^\/api\/chat$/, { kind: 'reset' });
  await ask(page, 'Count to two');
  await expect(chat(page).getByText("Sorry, I'm having trouble responding right now. Please try again.")).toBeVisible();
  faults.heal();
  await page.reload();
  await expect(log(page).getByText('Count to two')).toBeVisible();
  await chat(page)
    .getByRole('button', { name: /^(Try again|Ask again)$/ })
    .click();
  await expect(answers(page)).toContainText('One two.');
  expect(new Set(ids).size).toBe(1);
});

test('pressing Enter twice and clicking twice sends once', async ({ page, guide }) => {
  guide.answerWith((input) => ({ chunks: [input.toUpperCase()], delayMs: 150 }));
  await withoutMotion(page);
  await openChat(page);
  await field(page).fill('first');
  await field(page).evaluate((text) => {
    for (const _ of [1, 2]) text.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
  await expect(answers(page)).toContainText('FIRST');
  await field(page).fill('second');
  await sendButton(page).dblclick();
  // The second click may meet Stop, which then stands where Send stood.
  await expect(log(page).getByText('second', { exact: true })).toHaveCount(1);
  await expect(log(page).getByText('first', { exact: true })).toHaveCount(1);
  await expect.poll(() => guide.asked.map(({ input }) => input)).toEqual(['first', 'second']);
  await expect(answers(page).last()).toContainText('SECOND');
});

test('while an answer is on its way nothing is sent, and the draft stays', async ({ page, guide }) => {
  guide.answerWith(() => ({ chunks: ['One ', 'two'], hangsAfter: 1 }));
  await openChat(page);
  await ask(page, 'Count');
  await expect(answers(page)).toContainText('One');
  await field(page).fill('Next');
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('Next');
  await expect(log(page).getByText('Next', { exact: true })).toHaveCount(0);
  expect(guide.asked).toHaveLength(1);
});

test('nothing and spaces are not sent', async ({ page, guide }) => {
  await openChat(page);
  for (const draft of ['', '   ', '\n\n']) {
    await field(page).fill(draft);
    await field(page).press('Enter');
    await expect(field(page)).toHaveValue(draft);
  }
  await expect(sendButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(log(page).getByRole('article')).toHaveCount(0);
  expect(guide.asked).toEqual([]);
});

test('2,001 characters are counted, kept whole and not sent; 2,000 are', async ({ page, guide }) => {
  await openChat(page);
  await field(page).fill('a'.repeat(1799));
  await expect(chat(page).getByText(/characters? left/)).toBeHidden();
  await field(page).press('End');
  await field(page).press('a');
  await expect(chat(page).getByText('200 characters left')).toBeVisible();
  await field(page).fill('a'.repeat(limit + 1));
  await expect(chat(page).getByText('1 character too many')).toBeVisible();
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(sendButton(page)).toHaveAttribute('aria-disabled', 'true');
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('a'.repeat(limit + 1));
  expect(guide.asked).toEqual([]);
  await field(page).press('End');
  await field(page).press('Backspace');
  await field(page).press('Enter');
  await expect.poll(() => guide.asked.map(({ input }) => input.length)).toEqual([limit]);
});

test('Shift and Enter breaks the line', async ({ page, guide }) => {
  await openChat(page);
  await field(page).pressSequentially('One');
  await field(page).press('Shift+Enter');
  await field(page).pressSequentially('two');
  await field(page).press('Enter');
  await expect.poll(() => guide.asked.map(({ input }) => input)).toEqual(['One\ntwo']);
});
