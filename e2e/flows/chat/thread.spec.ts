import type { Page } from '@playwright/test';
import { announced, answers, ask, chat, expect, openChat, test } from '../../test-kit/chat-test.ts';
import { expectStill, watchShifts } from '../../test-kit/instruments.ts';

const sentence = 'The dome turns on forty iron wheels, and two people could push it round in eleven minutes.';

/** In order. */
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

test.describe(() => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the chat types an answer out, moves nothing, and announces the complete answer once', async ({ page, guide }) => {
    // Typing takes seconds: the test checks two moments, then advances the page's clock.
    const plain = `Note: ${Array.from({ length: 4 }, () => sentence).join(' ')}`;
    guide.answerWith(() => ({ chunks: [plain.replace('Note:', '**Note:**')] }));
    await page.clock.install();
    await openChat(page);
    const heard = await listenToStatus(page);
    const shifted = await watchShifts(page);
    await ask(page, 'Why does the dome turn?');
    await expect(answers(page)).toContainText('Note: The');
    const letters = async () => (await answers(page).locator('p').first().textContent())?.length ?? 0;
    const first = await letters();
    await expect.poll(letters).toBeGreaterThan(first);
    expect(await letters()).toBeLessThan(plain.length);
    await page.clock.fastForward(60_000);
    await expect(answers(page)).toContainText(plain);
    await expect(announced(page)).toHaveText(plain);
    await expectStill(shifted, 'a question and its answer');
    const texts = await heard();
    expect(texts.filter((text) => text === plain)).toHaveLength(1);
    expect(texts.filter((text) => text !== plain && text !== '' && plain.startsWith(text))).toEqual([]);
  });
});

test('the chat renders Markdown and sources, copies plain words, and sends and withdraws a rating', async ({ page, guide, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const chunks = ['**Two** thi', 'ngs:\n\n- a *lens*\n- a `cl', 'ock`\n'];
  guide.answerWith(() => ({ chunks, sources: [{ title: 'wall text, Dome', document: 'dome' }] }));
  await openChat(page);
  await ask(page, 'What is there?');
  await expect(answers(page).getByRole('listitem')).toHaveText(['a lens', 'a clock']);
  await expect(answers(page).locator('strong')).toHaveText('Two');
  await expect(answers(page).getByText('Source: wall text, Dome')).toBeVisible();
  await answers(page).getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Two things:\s+a lens\s+a clock$/);

  const helpful = answers(page).getByRole('button', { name: 'Helpful', exact: true });
  const rating = () => page.waitForResponse((response) => new URL(response.url()).pathname === '/api/ratings');
  for (const given of ['helpful', 'none']) {
    const pressed = String(given === 'helpful');
    const rated = rating();
    await helpful.click();
    const response = await rated;
    expect([response.status(), response.request().postDataJSON().rating]).toEqual([204, given]);
    await expect(helpful).toHaveAttribute('aria-pressed', pressed);
    await page.reload();
    await expect(helpful).toHaveAttribute('aria-pressed', pressed);
  }
  await expect(chat(page).getByText('2 messages')).toBeVisible();
});
