import type { Page } from '@playwright/test';
import { findClipped } from './barriers.ts';
import { findUnfit } from './page-faults.ts';

// Checks a view with a reader's text spacing, text size and colours, and with the keyboard alone.

/** A placeholder may be cut, because its field has a name. */
const findGone = async (page: Page): Promise<string[]> =>
  (await findUnfit((script) => page.evaluate(script))).filter((each) => !each.startsWith('placeholder'));

/** Also reports text wider than its box. */
export const findLost = async (page: Page): Promise<string[]> => [
  ...(await findGone(page)),
  ...(await findClipped(page)).map((words) => `clipped: ${words}`),
];

/** WCAG 1.4.12, text spacing. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }';

/** Text that scrolls under a bar is not lost. */
export async function findLostBySpacing(page: Page): Promise<string[]> {
  const style = await page.addStyleTag({ content: spacing });
  const lost = await findGone(page);
  await style.evaluate((tag) => (tag as Element).remove());
  return lost.filter((each) => !each.startsWith('words under')).map((each) => `spacing: ${each}`);
}

/** 200 % text size. */
export async function findLostByTextSize(page: Page): Promise<string[]> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const lost = await findLost(page);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  return lost.map((each) => `200 % text: ${each}`);
}

/** Only the chosen button of a radio group is focusable. */
const focusable = `(() => {
  const [modal] = document.querySelectorAll('dialog:modal');
  const all = (modal ?? document.body).querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]');
  const isOtherRadio = (each) => each.type === 'radio' && !each.checked && document.querySelector('[name="' + each.name + '"]:checked') !== null;
  return [...all].filter((each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility({ visibilityProperty: true }) && !isOtherRadio(each));
})()`;
const nameOf = `(each) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim().slice(0, 60) || each.outerHTML.slice(0, 90)`;

/** WCAG 2.4.7 and 2.4.11: the focus is invisible, or a bar covers the focused element. */
export async function findUnseenFocus(page: Page): Promise<string[]> {
  // Makes the browser show the keyboard's focus.
  await page.keyboard.press('Shift');
  return page.evaluate<string[]>(`(() => {
    const nameOf = ${nameOf};
    const shows = (each) => each && getComputedStyle(each).outlineStyle !== 'none' && parseFloat(getComputedStyle(each).outlineWidth) >= 2;
    // A transparent control covers its visible parent.
    const seenOf = (each) => (getComputedStyle(each).opacity === '0' ? each.parentElement : each);
    const isHidden = (each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const shares = [0.1, 0.5, 0.9];
      const points = shares.flatMap((x) => shares.map((y) => [left + (right - left) * x, top + (bottom - top) * y]));
      const isMet = ([x, y]) => {
        const found = document.elementFromPoint(x, y);
        return found !== null && (each.contains(found) || found.contains(each) && found !== document.body && found !== document.documentElement || found.closest('label')?.control === each);
      };
      return !points.some(isMet);
    };
    const found = ${focusable}.flatMap((each) => {
      each.focus();
      if (document.activeElement !== each) return ['takes no focus: ' + nameOf(each)];
      return [
        ...([each, seenOf(each), each.closest('label')].some(shows) ? [] : ['focus not shown: ' + nameOf(each)]),
        ...(isHidden(seenOf(each)) ? ['focus beneath something: ' + nameOf(each)] : []),
      ];
    });
    document.activeElement?.blur();
    return found;
  })()`);
}

export async function findUnreached(page: Page): Promise<string[]> {
  const count = await page.evaluate<number>(`(() => {
    globalThis.unreached = new Set(${focusable});
    return globalThis.unreached.size;
  })()`);
  for (let press = 0; press < 2 * count + 4; press += 1) {
    await page.keyboard.press('Tab');
    const left = await page.evaluate<number>('globalThis.unreached.delete(document.activeElement), globalThis.unreached.size');
    if (left === 0) break;
  }
  return page.evaluate<string[]>(`[...globalThis.unreached].map((each) => 'Tab never comes to: ' + (${nameOf})(each))`);
}

/** Buttons without an edge, and states with the same look. */
export async function findLostByForcedColors(page: Page): Promise<string[]> {
  await page.evaluate(`(() => {
    const isFilled = (each) => getComputedStyle(each).backgroundColor !== 'rgba(0, 0, 0, 0)' && getComputedStyle(each).backgroundColor !== getComputedStyle(document.body).backgroundColor;
    globalThis.filled = [...document.querySelectorAll('button, a[href], input, textarea')].filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && isFilled(each));
  })()`);
  await page.emulateMedia({ forcedColors: 'active' });
  const lost = await page.evaluate<string[]>(`(() => {
    const nameOf = ${nameOf};
    const hasEdge = (each) => ['Top', 'Bottom'].some((side) => getComputedStyle(each)['border' + side + 'Style'] !== 'none' && parseFloat(getComputedStyle(each)['border' + side + 'Width']) > 0);
    const bare = globalThis.filled.filter((each) => !each.matches('[type="checkbox"], [type="radio"], [type="range"]') && ![each, ...each.children].some(hasEdge));
    const names = ['borderTop', 'borderBottom', 'borderInlineStart', 'outline', 'textDecorationLine', 'fontWeight', 'visibility', 'display', 'content', 'fill'];
    const looks = (each) => [each, ...each.querySelectorAll('*')].map((one) => ['', '::before', '::after'].map((pseudo) => names.map((name) => getComputedStyle(one, pseudo)[name]).join()).join()).join(';');
    const states = ['aria-pressed', 'aria-selected', 'aria-checked'];
    const same = states.flatMap((state) => [...document.querySelectorAll('[' + state + '="true"]')].filter((on) => {
      const off = [...(on.closest('ul, [role="group"], [role="tablist"], fieldset') ?? on.parentElement).querySelectorAll('[' + state + '="false"]')].find((each) => each.className.split(' ')[0] === on.className.split(' ')[0]);
      return off && looks(off) === looks(on);
    }));
    return [...bare.map((each) => 'has no edge: ' + nameOf(each)), ...same.map((each) => 'looks as if it were not chosen: ' + nameOf(each))];
  })()`);
  await page.emulateMedia({ forcedColors: 'none' });
  return lost.map((each) => `forced colours: ${each}`);
}
