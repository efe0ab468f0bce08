import type { Page } from '@playwright/test';
import { announced, answers, ask, chat, expect, field, log, openChat, sendButton, test, withoutMotion } from '../../test-kit/chat-test.ts';
import { expectStill, watchShifts } from '../../test-kit/instruments.ts';
import { museums } from '../../test-kit/test.ts';

const sentence = 'The dome turns on forty iron wheels, and two people could push it round in eleven minutes. ';
const long = sentence.repeat(12).trim();
const fastestMs = 12;

interface Typed {
  /** Letters of the last answer. */
  letters: number;
  /** ms, by the page's own clock: a machine that is busy looks in late. */
  at: number;
}

/** Every length the last answer had, in order. */
async function watchTyping(page: Page): Promise<() => Promise<Typed[]>> {
  await page.evaluate(() => {
    const typed: { letters: number; at: number }[] = [];
    Object.assign(window, { typed });
    const note = () => {
      const letters = [...document.querySelectorAll('section[data-remote="chat"] article')].at(-1)?.textContent.length ?? 0;
      if (letters !== typed.at(-1)?.letters) typed.push({ letters, at: performance.now() });
    };
    new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { typed: { letters: number; at: number }[] }).typed);
}

/** Every text the status region held, in order. */
async function listenToStatus(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const note = () => {
      const text = [...document.querySelectorAll('section[data-remote="chat"] [role="status"]')].at(-1)?.textContent ?? '';
      if (text !== heard.at(-1)) heard.push(text);
    };
    new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test('an answer is typed out, no faster than a hand, moves nothing, and is read out once when it stands', async ({ page, guide }) => {
  guide.answerWith(() => ({ chunks: [`**Note:** ${sentence}`] }));
  await openChat(page);
  const heard = await listenToStatus(page);
  const typed = await watchTyping(page);
  const shifted = await watchShifts(page);
  await ask(page, 'Why does the dome turn?');
  const plain = `Note: ${sentence.trim()}`;
  await expect(answers(page)).toContainText(plain);
  const seen = await typed();
  // The question is the last article until the answer's first letter stands.
  const whole = seen.findIndex(({ letters }) => letters >= plain.length);
  const lowest = seen.slice(0, whole + 1).findLastIndex(({ letters }, index, all) => letters < (all[index - 1]?.letters ?? 0));
  const growing = seen.slice(Math.max(0, lowest), whole + 1);
  expect(growing.length, `lengths seen: ${growing.map(({ letters }) => letters).join(', ')}`).toBeGreaterThan(8);
  const [first, last] = [growing[0], growing.at(-1)];
  expect((last?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(((last?.letters ?? 0) - (first?.letters ?? 0)) * fastestMs * 0.9);
  await expect(announced(page)).toHaveText(plain);
  await expectStill(shifted, 'a question and its answer');
  const texts = await heard();
  expect(texts.filter((text) => text === plain)).toHaveLength(1);
  expect(texts.filter((text) => text !== plain && text !== '' && plain.startsWith(text))).toEqual([]);
});

test('a tap shows the whole answer at once', async ({ page, guide }) => {
  guide.answerWith(() => ({ chunks: [long] }));
  await openChat(page);
  await ask(page, 'Why does the dome turn?');
  await expect(answers(page)).toContainText('The dome');
  await answers(page).getByText('The dome').first().click();
  // The rest would have taken ten seconds and more.
  await expect(answers(page)).toContainText(long);
  await expect(announced(page)).toHaveText(long);
});

test('the keyboard shows the whole answer as well', async ({ page, guide }) => {
  guide.answerWith(() => ({ chunks: [long] }));
  await openChat(page);
  await ask(page, 'Why does the dome turn?');
  const complete = chat(page).getByRole('button', { name: 'Show the whole answer' });
  await complete.focus();
  await complete.press('Enter');
  await expect(answers(page)).toContainText(long);
});

test('who wants no motion reads what has come as it comes', async ({ page, guide }) => {
  guide.answerWith(() => ({ chunks: [long], hangsAfter: 1 }));
  await withoutMotion(page);
  await openChat(page);
  await ask(page, 'Why does the dome turn?');
  await expect(answers(page)).toContainText(long);
});

test('until the first word the screen says that the guide is typing, and how the conversation stands', async ({ page, guide }) => {
  guide.answerWith(() => ({ chunks: ['Here.'], delayMs: 800 }));
  await openChat(page);
  await expect(chat(page).getByText('Start a conversation')).toBeVisible();
  await ask(page, 'Why?');
  await expect(log(page).getByText('AI is typing...')).toBeVisible();
  await expect(chat(page).getByText('Sending...')).toBeVisible();
  await expect(announced(page)).toHaveText('AI is typing...');
  await expect(answers(page)).toContainText('Here.');
  await expect(chat(page).getByText('2 messages')).toBeVisible();
});

test('Stop ends the answer; what has come stays, and so does what was typed meanwhile', async ({ page, guide }) => {
  guide.answerWith(() => ({ chunks: ['One ', 'two ', 'three ', 'never'], hangsAfter: 3 }));
  await openChat(page);
  await ask(page, 'Count');
  await field(page).fill('And then?');
  await expect(answers(page)).toContainText('One two three');
  await chat(page).getByRole('button', { name: 'Stop the answer' }).click();
  await expect(answers(page)).toContainText('One two three');
  await expect(field(page)).toHaveValue('And then?');
  await expect(log(page).getByRole('alert')).toHaveCount(0);
  guide.answerWith(() => ({ chunks: ['Four.'] }));
  await expect(sendButton(page)).toBeVisible();
  await field(page).press('Enter');
  await expect(answers(page).last()).toContainText('Four.');
  await expect(answers(page).first()).toContainText('One two three');
});

test('what the guide wrote in Markdown is drawn, its sources stand below, and plain words are copied', async ({ page, guide, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const chunks = ['**Two** thi', 'ngs:\n\n- a *lens*\n- a `cl', 'ock`\n'];
  guide.answerWith(() => ({ chunks, sources: [{ title: 'wall text, Dome', document: 'dome' }] }));
  await withoutMotion(page);
  await openChat(page);
  await ask(page, 'What is there?');
  await expect(answers(page).getByRole('listitem')).toHaveText(['a lens', 'a clock']);
  await expect(answers(page).locator('strong')).toHaveText('Two');
  await expect(answers(page).getByText('Source: wall text, Dome')).toBeVisible();
  await answers(page).getByRole('button', { name: 'Copy' }).click();
  await expect(answers(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Two things:\s+a lens\s+a clock$/);
});

test('a rating goes to the museum, survives a reload and can be taken back', async ({ page, guide }) => {
  guide.answerWith(() => ({ chunks: ['Here.'] }));
  await openChat(page);
  await ask(page, 'Where?');
  const helpful = answers(page).getByRole('button', { name: 'Helpful', exact: true });
  const rated = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/ratings');
  await helpful.click();
  const response = await rated;
  expect([response.status(), response.request().postDataJSON().rating]).toEqual([204, 'helpful']);
  await expect(helpful).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(helpful).toHaveAttribute('aria-pressed', 'true');
  const takenBack = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/ratings');
  await helpful.click();
  expect((await takenBack).postDataJSON().rating).toBe('none');
  await expect(helpful).toHaveAttribute('aria-pressed', 'false');
});

test('a rating that could not be sent says so and is not shown as given', async ({ page, guide, faults }) => {
  guide.answerWith(() => ({ chunks: ['Here.'] }));
  await openChat(page);
  await ask(page, 'Where?');
  faults.break(/^\/api\/ratings$/, { kind: '500' });
  const bad = answers(page).getByRole('button', { name: 'Not helpful', exact: true });
  await bad.click();
  await expect(chat(page).getByText('Your rating could not be sent. Please try again.')).toBeVisible();
  await expect(bad).toHaveAttribute('aria-pressed', 'false');
});

test('the welcome is the exhibition’s own, in the visitor’s language', async ({ page }) => {
  await openChat(page);
  await expect(log(page).getByText(/^Good evening\. I am Vesper/)).toBeVisible();
  await page.getByLabel('Language').selectOption('fr');
  await expect(log(page).getByText(/^Bonsoir\. Je suis Vesper/)).toBeVisible();
});

test('a welcome that fails falls back to the sentence, and nobody is told of an error', async ({ page, faults }) => {
  faults.break(/^\/api\/welcome$/, { kind: '500' });
  await openChat(page);
  // The first one may have come with the page.
  await page.getByLabel('Language').selectOption('fr');
  await expect(log(page).getByText(/^Bienvenue\s! Posez-moi/)).toBeVisible();
  await expect(log(page).getByRole('alert')).toHaveCount(0);
});

test('the chat museum has Feedback, as every museum with a form', async ({ page }) => {
  await openChat(page);
  await expect(chat(page).getByRole('link', { name: /^Feedback/ })).toHaveAttribute('href', 'https://feedback.urania.example/en');
  await openChat(page, `/text-chat?museum=${museums.cathedral}&collection=6610a1b2c3d4e5f602000006`);
  await expect(chat(page).getByRole('link', { name: /^Feedback/ })).toHaveAttribute('href', 'https://feedback.dom.example/en');
});
