import { hostilePayloads } from '@enfilade/shared-contracts/conversation/testing/hostile-payloads';
import type { Page } from '@playwright/test';
import { answers, ask, expect, field, log, openChat, test } from '../../test-kit/chat-test.ts';

/** Characters of payloads in one answer; each payload is behind a line that must be drawn. */
const answerLength = 2_500;
/** More pieces than this would be refused as an answer without end. */
const mostPieces = 3_000;

/** A character an event; of a long answer only at both ends. */
function splitByCharacter(text: string): string[] {
  const pieces = [...text];
  const half = mostPieces / 2;
  if (pieces.length <= mostPieces) return pieces;
  return [...pieces.slice(0, half), pieces.slice(half, -half).join(''), ...pieces.slice(-half)];
}

/**
 * Closes everything that a payload leaves open, so that the next payload is parsed again. A code fence extends to the end of its answer.
 */
const endOfHtml = '</script></style></pre></textarea>-->]]>?>';
const isFence = (payload: string) => /```|~~~/.test(payload);
/** The first definition of a label counts for a whole answer. */
const ownLabels = (payload: string, place: number) => payload.replaceAll(/\[([ah])\](?!\()/g, `[$1${place}]`);

function collect(payloads: readonly string[]): string[][] {
  const all: string[][] = [];
  for (const payload of payloads) {
    const last = all.at(-1);
    const hasRoom = last && !last.some(isFence) && [...last, payload].join('').length <= answerLength;
    if (hasRoom) last.push(payload);
    else all.push([payload]);
  }
  return all;
}

/** `hostile` is what the payloads call. */
async function installTrap(page: Page) {
  await page.addInitScript(() => {
    let calls = 0;
    const trap = () => {
      calls += 1;
    };
    Object.defineProperty(window, 'hostile', { value: trap, writable: false });
    Object.defineProperty(window, 'hostileCalls', { get: () => calls });
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) Object.assign(window, { [name]: trap });
  });
}

/** Waits for the end of an answer; which of its lines are drawn. */
async function drawnBetween(page: Page, index: number, count: number): Promise<string[]> {
  await expect(answers(page).last().getByText(`end-${index}`).first()).toBeAttached();
  const text = (await answers(page).last().textContent()) ?? '';
  return Array.from({ length: count }, (_, place) => `begin-${index}-${place}`).filter((line) => text.includes(line));
}

const oneInTen = hostilePayloads.filter((_, index) => index % 10 === 0);

for (const { name, payloads, split, tag } of [
  { name: 'one in ten, split by the character', payloads: oneInTen, split: splitByCharacter, tag: [] },
  { name: 'all, split by the character', payloads: hostilePayloads, split: splitByCharacter, tag: '@all' },
  { name: 'all, whole', payloads: hostilePayloads, split: (text: string) => [text], tag: '@all' },
]) {
  test(`hostile answers never run, fetch nothing, and leave the page as it was (${name})`, { tag }, async ({ page, guide }) => {
    const batches = collect(payloads);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    page.on('dialog', (dialog) => void dialog.dismiss());
    await installTrap(page);
    await openChat(page);
    const address = page.url();
    for (const [index, batch] of batches.entries()) {
      const text = batch.map((payload, place) => `**begin-${index}-${place}**\n\n${ownLabels(payload, place)}\n${endOfHtml}\n`).join('\n');
      guide.answerWith(() => ({ chunks: [...split(text), `\n\nend-${index}`] }));
      await ask(page, `batch ${index}`);
      const drawn = await drawnBetween(page, index, batch.length);
      expect(drawn, `of answer ${index}`).toEqual(batch.map((_, place) => `begin-${index}-${place}`));
    }
    // Anybody who brings a mouse over everything, tabs through it and presses, still starts nothing.
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
      // This museum names no hosts an answer may link to.
      links: [...box.querySelectorAll('article a')].map((link) => link.getAttribute('href')),
    }));
    expect(found).toEqual({ elements: [], handlers: 0, links: [] });
    // They were read as Markdown, not passed through as words.
    expect(await log(page).locator('article :is(strong, em, code, blockquote, li)').count()).toBeGreaterThan(10);
    expect(await page.evaluate(() => (window as unknown as { hostileCalls: number }).hostileCalls)).toBe(0);
    expect(requests.filter((path) => /evil|hostile/.test(path))).toEqual([]);
    expect(page.url()).toBe(address);

    await page.reload();
    await expect(answers(page)).toHaveCount(batches.length);
    expect(await page.evaluate(() => (window as unknown as { hostileCalls: number }).hostileCalls)).toBe(0);
    guide.answerWith(() => ({ chunks: ['Still here.'] }));
    await ask(page, 'Are you there?');
    await expect(answers(page).last()).toContainText('Still here.');
    await expect(field(page)).toHaveValue('');
  });
}
