import type { Page } from '@playwright/test';
import { answers, ask, chat, expect, field, log, openChat, sendButton, test } from '../../test-kit/chat-test.ts';
import { createGate } from '../../test-kit/gate.ts';

function watchMessages(page: Page): string[] {
  const ids: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/chat') ids.push(request.postDataJSON().clientMessageId);
  });
  return ids;
}

// The first word ends at byte 77, after the events before the text.
for (const { where, bytes, count, tag } of [
  { where: 'between its words', bytes: 143, count: 1, tag: [] },
  { where: 'before its first word', bytes: 37, count: 0, tag: '@all' },
]) {
  test(`an answer cut ${where} keeps words and draft, and Try again sends the same message`, { tag }, async ({ page, guide, faults }) => {
    const chunks = ['One ', 'two ', 'three ', 'four ', 'five ', 'six ', 'seven ', 'eight.'];
    guide.answerWith(() => ({ chunks }));
    const ids = watchMessages(page);
    await openChat(page);
    // A browser drops undelivered bytes of a broken connection, so the page first shows a word.
    const gate = createGate();
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

test('pressing Enter twice or clicking Send twice sends one message and stops no answer', async ({ page, guide }) => {
  const gate = createGate();
  guide.answerWith((input) => ({ chunks: [input.toUpperCase()], lastAfter: gate.opened }));
  await openChat(page);
  await field(page).fill('first');
  await field(page).evaluate((text) => {
    for (const _ of [1, 2]) text.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
  gate.open();
  await expect(answers(page)).toContainText('FIRST');
  const later = createGate();
  guide.answerWith((input) => ({ chunks: [input.toUpperCase()], lastAfter: later.opened }));
  await field(page).fill('second');
  // The second click hits Stop, which has replaced Send.
  await sendButton(page).dblclick();
  later.open();
  await expect(answers(page).last()).toContainText('SECOND');
  for (const question of ['first', 'second']) await expect(log(page).getByText(question, { exact: true })).toHaveCount(1);
  expect(guide.asked.map(({ input }) => input)).toEqual(['first', 'second']);
});
