import type { Page } from '@playwright/test';
import axe from 'axe-core';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Also reports text outside of landmarks, and with `practices` axe's best practices. */
export async function findBarriers(page: Page, { practices = false } = {}): Promise<string[]> {
  // Axe's own Playwright builder opens another page for every check.
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

/** Text wider than its box, and a page wider than the window. */
export function findClipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    const words = [...document.querySelectorAll('h1, h2, p, button, label, li')];
    const wider = words.filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1);
    const sideways = scrollWidth > innerWidth ? [`page ${scrollWidth} > ${innerWidth}`] : [];
    return [...sideways, ...wider.map(({ textContent }) => textContent)];
  });
}

/** Smaller than 44 px, or covered at every scroll position. The carousel's dots are narrower by design. */
export function findUnreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('button, select, a[href], label:has(input), input:not(label input)')];
    const isDot = (control: Element) => control.parentElement?.matches('[role="group"]') && control.textContent === '';
    const isOutside = ({ left, right }: DOMRect) => left > innerWidth || right < 0;
    const isSmall = (control: Element, { width, height }: DOMRect) => Math.min(width, height) < 44 && !(isDot(control) && height >= 44);
    const found = controls.map((control) => {
      control.scrollIntoView({ block: 'center', inline: 'nearest' });
      const box = control.getBoundingClientRect();
      if (!control.checkVisibility({ visibilityProperty: true }) || isOutside(box)) return undefined;
      const name = control.ariaLabel ?? control.textContent;
      if (isSmall(control, box)) return `${name} is ${box.width} × ${box.height}`;
      const top = document.elementFromPoint(Math.min(box.x + box.width / 2, innerWidth - 1), box.y + box.height / 2);
      return control.contains(top) ? undefined : `${name} is covered by ${top?.outerHTML.slice(0, 80)}`;
    });
    scrollTo(0, 0);
    return found.filter((each) => each !== undefined);
  });
}
