import { restoreFields, saveFields } from '../releases/page-frame.ts';

const findFirstPaint = (page: Document) => page.getElementById('first-paint');

/** Whether the page still shows what came with its HTML: nothing that only waits is drawn then. In another language it is hidden. */
export const hasFirstPaint = () =>
  !document.documentElement.dataset['firstPaint'] && (findFirstPaint(document)?.childElementCount ?? 0) > 0;

/**
 * Keeps the first paint until `place` shows anything other than waiting, and removes it before the browser paints again. What the visitor
 * typed, chose or pressed meanwhile is typed, chosen and pressed again, once.
 */
export function takeOverFirstPaint(page: Document, place: HTMLElement): void {
  const first = findFirstPaint(page);
  if (!first) return;
  const observer = new MutationObserver(() => {
    if (![...place.children].some(isDrawn)) return;
    observer.disconnect();
    const saved = saveFields(first, page);
    const pressed = [...first.querySelectorAll<HTMLElement>('label, [data-pressed]')].filter(isPressed);
    first.remove();
    restoreFields(saved, page);
    // After the screen's own effects.
    setTimeout(() => {
      // All are found before one of them changes the language of their names.
      const found = pressed.map((control) => [control, findAgain(control, place)] as const);
      for (const [before, control] of found) press(before, control);
    });
  });
  observer.observe(place, { childList: true, subtree: true });
}

/** Anything but what is beside every screen, and the element that a screen of contract 2 has not filled yet. */
const isDrawn = (element: Element) => !element.matches('[data-beside], :empty');

const isPressed = (control: HTMLElement) => !(control instanceof HTMLLabelElement) || control.querySelector(':checked') !== null;

/** The same control by its id or label, otherwise by its text. */
function findAgain(control: HTMLElement, place: HTMLElement): HTMLElement | undefined {
  const nameOf = (element: HTMLElement) => element.id || element.getAttribute('aria-label') || element.textContent;
  return [...place.querySelectorAll<HTMLElement>(control.tagName)].find((element) => nameOf(element) === nameOf(control));
}

function press(before: HTMLElement, control: HTMLElement | undefined): void {
  if (before instanceof HTMLSelectElement && control instanceof HTMLSelectElement) {
    control.value = before.value;
    control.dispatchEvent(new Event('change', { bubbles: true }));
  } else control?.click();
}
