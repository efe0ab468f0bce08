import type { Locator, Page } from '@playwright/test';
import axe from 'axe-core';
import { expect, test } from './test.ts';

/** WCAG 2.2 AA and everything it contains. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What WCAG 2.2 AA finds against the page as it stands, and words outside every landmark; with `practices` also what else axe advises. None is the empty list. */
export async function findBarriers(page: Page, { practices = false } = {}): Promise<string[]> {
  // Evaluated once a page, and run in the page itself: a builder opens another page for every measurement.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (values) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const found = await run({ runOnly: { type: 'tag', values }, rules: { region: { enabled: true } }, resultTypes: ['violations'] });
      return found.violations.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html) }));
    },
    practices ? [...wcag, 'best-practice'] : wcag,
  );
  return violations.map(({ id, html }) => `${id}: ${html.join(' ')}`);
}

/** What does not fit: words wider than their box, or anything that lets the page move sideways. */
export function findClipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    const words = [...document.querySelectorAll('h1, h2, p, button, label, li')];
    const wider = words.filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1);
    const sideways = scrollWidth > innerWidth ? [`page ${scrollWidth} > ${innerWidth}`] : [];
    return [...sideways, ...wider.map(({ textContent }) => textContent)];
  });
}

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
export function countLinesInView(page: Page): Promise<number> {
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

const themes = { 'Switch to light on dark': 'negative', 'Switch to dark on light': 'positive' };

/** Measures the state in both themes; the page is in English. */
export const expectNoBarrier = (page: Page, state: string) =>
  test.step(state, async () => {
    for (const [change, theme] of Object.entries(themes)) {
      expect(await findBarriers(page), `before “${change}”`).toEqual([]);
      await page.getByRole('button', { name: change }).click();
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    }
  });
