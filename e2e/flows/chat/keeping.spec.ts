import type { Page } from '@playwright/test';
import {
  announced,
  answers,
  ask,
  chat,
  expect,
  field,
  log,
  openChat,
  speakLanguage,
  test,
  withoutMotion,
} from '../../test-kit/chat-test.ts';
import { museums, screenOf } from '../../test-kit/test.ts';

const inCathedral = `/text-chat?museum=${museums.cathedral}&collection=6610a1b2c3d4e5f602000006`;
const paragraph = 'The dome turns on forty iron wheels, and two people could push it round in eleven minutes.\n\n';

const scrollTop = (page: Page) => log(page).evaluate((box) => Math.round(box.scrollTop));
const hiddenBelow = (page: Page) => log(page).evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop));

async function expectKept(page: Page) {
  await expect(answers(page)).toContainText('You asked: Who built it?');
  await expect(field(page)).toHaveValue('half a question');
}

test('a reload, another room of the site and another language keep the thread and the draft', async ({ page, guide }) => {
  await withoutMotion(page);
  await openChat(page, inCathedral);
  await ask(page, 'Who built it?');
  await expect(answers(page)).toContainText('You asked: Who built it?');
  await field(page).fill('half a question');
  await page.reload();
  await expectKept(page);
  await chat(page).getByRole('button', { name: 'Exhibitions' }).click();
  await expect(screenOf(page, 'landing')).toBeVisible();
  await page.goBack();
  await expectKept(page);
  await page.getByLabel('Language').selectOption('de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expectKept(page);
  // What was said before is not read out again.
  await expect(announced(page)).not.toContainText('You asked');
  expect(guide.asked).toHaveLength(1);
  await field(page).press('Enter');
  await expect(answers(page)).toHaveCount(2);
  expect(guide.asked.at(-1)?.previousChatId).toBeDefined();
});

test('a reload without a network shows what was said, in the visitor’s language, and is back in the conversation with the network', async ({
  page,
  context,
  faults,
}) => {
  await withoutMotion(page);
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
  // Neither the operators' console nor what no screen has the address of.
  for (const address of ['/operator', '/api/museums']) await expect(page.goto(address)).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
});

test('two tabs have a thread each, and both are answered', async ({ page, context, faults, guide }) => {
  guide.answerWith((input) => ({ chunks: [input.toUpperCase()], delayMs: 300 }));
  const second = await context.newPage();
  await withoutMotion(page);
  await withoutMotion(second);
  await openChat(page);
  await openChat(second, `${faults.origin}/?museum=${museums.textChat}`);
  await Promise.all([ask(page, 'one'), ask(second, 'two')]);
  await expect(answers(page)).toHaveText(/ONE/);
  await expect(answers(second)).toHaveText(/TWO/);
  await Promise.all([ask(page, 'three'), ask(second, 'four')]);
  await expect(answers(page).last()).toContainText('THREE');
  await expect(answers(second).last()).toContainText('FOUR');
  await Promise.all([page.reload(), second.reload()]);
  await expect(answers(page)).toHaveCount(2);
  await expect(log(page)).not.toContainText('TWO');
  await expect(log(second)).not.toContainText('ONE');
  await second.close();
});

test('the thread follows its end while answers are short', async ({ page }) => {
  await withoutMotion(page);
  await openChat(page);
  for (let turn = 1; turn <= 8; turn += 1) {
    await ask(page, `question ${turn}`);
    await expect(answers(page)).toHaveCount(turn);
    await expect(answers(page).last()).toContainText(`question ${turn}`);
    await expect.poll(() => hiddenBelow(page)).toBeLessThan(8);
  }
  expect(await scrollTop(page)).toBeGreaterThan(0);
});

test('a question and the first words of its long answer stay in sight, and one press leads to its end', async ({ page, guide }) => {
  guide.answerWith(() => ({ chunks: ['First of all. ', ...Array.from({ length: 12 }, () => paragraph), 'Last.'], delayMs: 30 }));
  await withoutMotion(page);
  await openChat(page);
  await ask(page, 'first');
  await expect(answers(page)).toContainText('Last.');
  await expect(answers(page).getByText('First of all.')).toBeInViewport();
  await expect(log(page).getByText('first', { exact: true })).toBeInViewport({ ratio: 1 });
  expect(await hiddenBelow(page)).toBeGreaterThan(100);
  await chat(page)
    .getByRole('button', { name: /^(New answer|Jump to latest)$/ })
    .click();
  await expect(answers(page).getByText('Last.')).toBeInViewport();
  await expect.poll(() => hiddenBelow(page)).toBeLessThan(8);
});

test('who has scrolled up is left alone and told of the new answer', async ({ page, guide }) => {
  guide.answerWith(() => ({ chunks: [paragraph.repeat(12)] }));
  await withoutMotion(page);
  await openChat(page);
  for (const [turn, question] of ['first', 'second'].entries()) {
    await ask(page, question);
    await expect(answers(page)).toHaveCount(turn + 1);
    await expect(answers(page).last().getByRole('button', { name: 'Copy' })).toBeVisible();
  }
  guide.answerWith(() => ({ chunks: Array.from({ length: 10 }, () => paragraph), delayMs: 120 }));
  await ask(page, 'third');
  await expect(answers(page)).toHaveCount(3);
  await log(page).evaluate((box) => box.scrollTo({ top: 100 }));
  await expect.poll(() => scrollTop(page)).toBe(100);
  await expect(announced(page)).toContainText('eleven minutes');
  expect(await scrollTop(page)).toBe(100);
  const jump = chat(page).getByRole('button', { name: 'New answer' });
  await expect(jump).toBeVisible();
  await jump.click();
  await expect.poll(() => hiddenBelow(page)).toBeLessThan(8);
  await expect(jump).toBeHidden();
});

test('whoever asks sees the question, wherever they had scrolled to', async ({ page, guide }) => {
  guide.answerWith(() => ({ chunks: [paragraph.repeat(20)] }));
  await withoutMotion(page);
  await openChat(page);
  await ask(page, 'first');
  await expect(answers(page)).toHaveCount(1);
  await log(page).evaluate((box) => box.scrollTo({ top: 0 }));
  guide.answerWith(() => ({ chunks: ['Short.'], delayMs: 200 }));
  await ask(page, 'second');
  await expect(log(page).getByText('second', { exact: true })).toBeInViewport();
});
