import type { Locator, Page } from '@playwright/test';
import { findBarriers, findClipped } from './barriers.ts';
import { expect } from './test.ts';

/** Every size is a design of its own: two phones upright, one on its side, a tablet, two desks. */
export const sizes = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

/** Lines of the conversation that are seen whole, however far its box was scrolled. */
function countLinesInView(page: Page): Promise<number> {
  return page.evaluate(() => {
    const rectsOf = (words: Element) => {
      const range = document.createRange();
      range.selectNodeContents(words);
      return [...range.getClientRects()];
    };
    const isSeenAt = (x: number, y: number) => document.elementFromPoint(x, y)?.closest('[role="log"]') != null;
    const lines = [...document.querySelectorAll('[role="log"] :is(p, button)')].flatMap(rectsOf);
    const seen = lines.filter(({ left, top, bottom }) => isSeenAt(left + 2, top + 4) && isSeenAt(left + 2, bottom - 4));
    return new Set(seen.map(({ bottom }) => Math.round(bottom / 4))).size;
  });
}

/** The conversation is whole at every size, and at four times its size, or with twice the text, four lines of it are seen. */
export async function expectWholeAtEverySize(page: Page, inView: Locator): Promise<void> {
  const scrollLogs = (edge: 'beginning' | 'end') =>
    page.locator('[role="log"]').evaluateAll((logs, top) => logs.map((log) => log.scrollTo({ top })), edge === 'end' ? 1e6 : 0);
  for (const size of sizes) {
    const at = `${size.width} × ${size.height}`;
    await page.setViewportSize(size);
    await expect(inView, at).toBeInViewport({ ratio: 1 });
    // From its beginning: of a button half beneath a bar that stays no size can be measured.
    await scrollLogs('beginning');
    expect.soft(await findClipped(page), at).toEqual([]);
    expect.soft(await findBarriers(page, { practices: true }), at).toEqual([]);
  }
  await scrollLogs('end');
  await page.setViewportSize({ width: 320, height: 256 });
  await expect.poll(() => countLinesInView(page), '400 % zoom').toBeGreaterThanOrEqual(4);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expect.poll(() => countLinesInView(page), '200 % text').toBeGreaterThanOrEqual(4);
  expect(await findClipped(page), '200 % text').toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}
