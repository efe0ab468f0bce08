import { hostilePayloads } from '@enfilade/shared-contracts/conversation/testing/hostile-payloads';
import { answers, ask, expect, field, log, openChat, test } from '../../test-kit/chat-test.ts';
import { callsOf, installTrap } from '../../test-kit/trap.ts';

/** A unit test parses all payloads in every split; here a browser gets every tenth payload, one character an event. */
const payloads = hostilePayloads.filter((_, index) => index % 10 === 0);
/** The gateway refuses an answer of more pieces as endless. */
const mostPieces = 1_000;
const split = (text: string) => [...text.slice(0, mostPieces), text.slice(mostPieces)].filter(Boolean);

test('hostile answers run nothing, fetch nothing, and leave the page unchanged', async ({ page, guide }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  page.on('dialog', (dialog) => void dialog.dismiss());
  await installTrap(page);
  await openChat(page);
  const address = page.url();
  for (const [index, payload] of payloads.entries()) {
    guide.answerWith(() => ({ chunks: [...split(`**begin-${index}**\n\n${payload}`), `\n\nend-${index}`] }));
    await ask(page, `question ${index}`);
    await expect(answers(page).last()).toContainText(`begin-${index}`);
    await expect(answers(page).last()).toContainText(`end-${index}`);
  }
  await log(page).evaluate((box) => {
    for (const element of box.querySelectorAll('article *')) {
      for (const type of ['mouseover', 'focus', 'pointerdown', 'load', 'error', 'toggle', 'animationend'])
        element.dispatchEvent(new Event(type, { bubbles: true }));
    }
  });
  const found = await log(page).evaluate((box) => ({
    elements: [...new Set([...box.querySelectorAll('article *')].map(({ tagName }) => tagName.toLowerCase()))].filter((tag) =>
      /^(script|style|iframe|object|embed|img|picture|video|audio|source|link|meta|base|form|input|textarea|select|math|template|frame|portal|noscript)$/.test(
        tag,
      ),
    ),
    handlers: [...box.querySelectorAll('article *')].filter(({ attributes }) => [...attributes].some((each) => /^on/i.test(each.name)))
      .length,
    links: [...box.querySelectorAll('article a')].map((link) => link.getAttribute('href')),
  }));
  expect(found).toEqual({ elements: [], handlers: 0, links: [] });
  // The chat parsed the payloads as Markdown.
  expect(await log(page).locator('article :is(strong, em, code, blockquote, li)').count()).toBeGreaterThan(10);
  expect(await callsOf(page)).toBe(0);
  expect(requests.filter((path) => /evil|hostile/.test(path))).toEqual([]);
  expect(page.url()).toBe(address);

  await page.reload();
  await expect(answers(page)).toHaveCount(payloads.length);
  expect(await callsOf(page)).toBe(0);
  guide.answerWith(() => ({ chunks: ['Still here.'] }));
  await ask(page, 'Are you there?');
  await expect(answers(page).last()).toContainText('Still here.');
  await expect(field(page)).toHaveValue('');
});
