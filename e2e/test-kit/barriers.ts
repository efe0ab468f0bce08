import type { Page } from '@playwright/test';
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
