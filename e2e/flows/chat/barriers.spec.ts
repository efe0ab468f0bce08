import type { Page } from '@playwright/test';
import { expectNoBarrier } from '../../test-kit/barriers.ts';
import { answers, ask, chat, expect, field, openChat, test, withoutMotion } from '../../test-kit/chat-test.ts';
import { expectWholeAtEverySize } from '../../test-kit/every-size.ts';

const press = (page: Page, name: string) => chat(page).getByRole('button', { name, exact: true }).click();
const rich = '## Three things\n\n1. a **lens**\n2. a `clock`\n\n> As they *said*.\n\n```\nsextant\n```\n\n---\n\nEnd.';

test.beforeEach(async ({ page }) => {
  await withoutMotion(page);
  await openChat(page);
});

test('no answer has a barrier, light and dark: whole, with its voice failed, broken, on its way', async ({ page, guide, faults }) => {
  guide.answerWith(() => ({ chunks: [rich], sources: [{ title: 'wall text 14', document: 'text-14' }] }));
  await ask(page, 'What is there?');
  await press(page, 'Helpful');
  await press(page, 'Listen');
  await expect(chat(page).getByText('Thank you. The museum will see this.')).toBeVisible();
  await expectNoBarrier(page, 'an answer with everything in it');
  await press(page, 'Stop');

  faults.break(/^\/api\/speech\//, { kind: 'refused', status: 429, code: 'too-many' });
  guide.answerWith(() => ({ chunks: ['One.'] }));
  await ask(page, 'Count');
  // The answer before it can be read aloud without the service: it was read once.
  await expect(answers(page).last()).toContainText('One.');
  await answers(page).last().getByRole('button', { name: 'Listen', exact: true }).click();
  await expect(chat(page).getByRole('alert')).toBeVisible();
  await expectNoBarrier(page, 'reading aloud that failed');

  faults.heal();
  faults.break(/^\/api\/chat$/, { kind: '500' });
  await ask(page, 'Count again');
  await expect(chat(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  await field(page).fill('a'.repeat(2001));
  await expectNoBarrier(page, 'a broken answer and a draft that is too long');

  faults.heal();
  guide.answerWith(() => ({ chunks: ['One ', 'two'], hangsAfter: 0 }));
  await press(page, 'Try again');
  await expect(chat(page).getByText('Sending...')).toBeVisible();
  await expectNoBarrier(page, 'nothing but waiting');
  await press(page, 'Stop the answer');

  guide.answerWith(() => ({ chunks: ['Well ', 'two'], hangsAfter: 1 }));
  await ask(page, 'Count');
  await expect(answers(page).last()).toContainText('Well');
  await expectNoBarrier(page, 'an answer on its way');
});

test('the chat is whole at every size, beside its museum’s picture on a desk', async ({ page, guide }) => {
  guide.answerWith(() => ({ chunks: ['The stone tracery is from 1382, and the glass had three lives. '.repeat(4)], sources: [] }));
  await ask(page, 'How old is it?');
  await expect(answers(page).getByRole('button', { name: 'Copy' })).toBeVisible();
  await expectWholeAtEverySize(page, field(page));
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(chat(page).getByText('Urania Observatory')).toBeInViewport({ ratio: 1 });
});
