import { restoreFields, saveFields } from '../releases/page-frame.ts';

const findFirstPaint = (page: Document) => page.getElementById('first-paint');

/** Whether the page still shows the first paint of its HTML. Then no waiting view is drawn. A first paint in another language is hidden. */
export const hasFirstPaint = () =>
  !document.documentElement.dataset['firstPaint'] && (findFirstPaint(document)?.childElementCount ?? 0) > 0;

/**
 * Removes the first paint once `place` has more than a waiting view, before the browser paints again. The visitor's text, choices and last
 * press in the first paint are repeated once in the screen.
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
      // Finds all controls first, because a press may change the language of their names.
      const found = pressed.map((control) => [control, findAgain(control, place)] as const);
      for (const [before, control] of found) press(before, control);
    });
  });
  observer.observe(place, { childList: true, subtree: true });
}

/** Whether the element is a view: not a part beside every screen, and not the empty element of a screen of contract 2. */
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
