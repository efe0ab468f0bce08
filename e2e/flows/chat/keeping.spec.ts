import type { Page } from '@playwright/test';
import { announced, answers, ask, chat, expect, field, log, openChat, test } from '../../test-kit/chat-test.ts';
import { createGate } from '../../test-kit/gate.ts';
import { museums, screenOf, speakLanguage } from '../../test-kit/test.ts';

const inCathedral = `/text-chat?museum=${museums.cathedral}&collection=6610a1b2c3d4e5f602000006`;

async function expectKept(page: Page) {
  await expect(answers(page)).toContainText('You asked: Who built it?');
  await expect(answers(page).getByText(/^(Source|Quelle): wall text, Nave/)).toBeVisible();
  await expect(chat(page).getByText(/^2 (messages|Nachrichten)$/)).toBeVisible();
  await expect(field(page)).toHaveValue('half a question');
}

test('thread and draft survive a reload, another screen and another language, which the page remembers', async ({ page, guide }) => {
  const sources = [{ title: 'wall text, Nave', document: 'nave' }];
  guide.answerWith((input) => ({ chunks: [`You asked: ${input}`], sources }));
  await openChat(page, inCathedral);
  await ask(page, 'Who built it?');
  await field(page).fill('half a question');
  await expectKept(page);
  await page.reload();
  await expectKept(page);
  await chat(page).getByRole('button', { name: 'Exhibitions' }).click();
  await expect(screenOf(page, 'landing')).toBeVisible();
  await page.goBack();
  await expectKept(page);
  await page.getByLabel('Language').selectOption('de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expectKept(page);
  await expect(announced(page)).not.toContainText('You asked');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expectKept(page);
  expect(guide.asked).toHaveLength(1);
  await field(page).press('Enter');
  await expect(chat(page).getByText('4 Nachrichten')).toBeVisible();
  await expect(log(page).getByText('Who built it?', { exact: true })).toHaveCount(1);
  expect(guide.asked.map(({ previousChatId }) => previousChatId)).toEqual([undefined, guide.asked[0]?.chatId]);
});

test('an offline reload shows the conversation in the visitor’s language until the network returns', async ({ page, context, faults }) => {
  await speakLanguage(page, 'de');
  await openChat(page, inCathedral);
  const { origin } = faults;
  await page.evaluate(() => navigator.serviceWorker.ready);
  await ask(page, 'Wer hat <b>das</b> gebaut?');
  await expect(answers(page)).toContainText('You asked: Wer hat');
  await context.setOffline(true);
  for (const open of [() => page.reload(), () => page.goto('/text-chat'), () => page.goto('/visit')]) {
    await open();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kein Netz');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('listitem').first()).toHaveText('SieWer hat <b>das</b> gebaut?');
    await expect(page.getByRole('listitem').last()).toContainText('You asked: Wer hat <b>das</b> gebaut?');
  }
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(page.getByRole('status')).toHaveText('Noch immer kein Netz.');
  await page.goBack();
  await context.setOffline(false);
  await expect(answers(page)).toContainText('You asked: Wer hat');
  expect(new URL(page.url()).origin).toBe(origin);
  await context.setOffline(true);
  for (const address of ['/operator', '/api/museums']) await expect(page.goto(address)).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
});

test('two tabs have a thread each and get answers at the same time', async ({ page, context, faults, guide }) => {
  const gate = createGate();
  guide.answerWith((input) => ({ chunks: [input.toUpperCase()], lastAfter: gate.opened }));
  const second = await context.newPage();
  await openChat(page);
  await openChat(second, `${faults.origin}/?museum=${museums.textChat}`);
  await ask(page, 'one');
  await ask(second, 'two');
  await expect.poll(() => guide.asked.map(({ input }) => input)).toEqual(['one', 'two']);
  gate.open();
  await expect(answers(page)).toHaveText(/ONE/);
  await expect(answers(second)).toHaveText(/TWO/);
  await ask(page, 'three');
  await expect(answers(page).last()).toContainText('THREE');
  // The button Copy shows that the whole answer is stored.
  await expect(answers(page).last().getByRole('button', { name: 'Copy' })).toBeVisible();
  await expect(answers(second).getByRole('button', { name: 'Copy' })).toBeVisible();
  await Promise.all([page.reload(), second.reload()]);
  await expect(answers(page)).toHaveText([/ONE/, /THREE/]);
  await expect(answers(second)).toHaveText([/TWO/]);
  await second.close();
});
