import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What WCAG 2.2 AA finds against the page as it stands; none is the empty list. */
export async function findBarriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
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
