import { restoreFields, saveFields } from '../releases/page-frame.ts';

const findFirstPaint = (page: Document) => page.getElementById('first-paint');

/** If true, no waiting view is rendered. A first paint in another language is hidden and does not count. */
export const hasFirstPaint = () =>
  !document.documentElement.dataset['firstPaint'] && (findFirstPaint(document)?.childElementCount ?? 0) > 0;

/** Runs before the next paint. Removes the first paint once `place` has a view, then repeats the visitor's text, choices and last press. */
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
    // Waits until the screen's own effects have run.
    setTimeout(() => {
      // A press may change the language of the controls' names, so all controls are found first.
      const found = pressed.map((control) => [control, findAgain(control, place)] as const);
      for (const [before, control] of found) press(before, control);
    });
  });
  observer.observe(place, { childList: true, subtree: true });
}

/** Ignores parts beside every screen and the empty element of a screen of contract 2. */
const isDrawn = (element: Element) => !element.matches('[data-beside], :empty');

const isPressed = (control: HTMLElement) => !(control instanceof HTMLLabelElement) || control.querySelector(':checked') !== null;

/** Finds the same control by its id, otherwise by its label, otherwise by its text. */
function findAgain(control: HTMLElement, place: HTMLElement): HTMLElement | undefined {
  const nameOf = (element: HTMLElement) => element.id || element.getAttribute('aria-label') || element.textContent;
  return [...place.querySelectorAll<HTMLElement>(control.tagName)].find((element) => nameOf(element) === nameOf(control));
}

function press(before: HTMLElement, control: HTMLElement | undefined): void {
  if (before instanceof HTMLSelectElement && control instanceof HTMLSelectElement) {
    control.value = before.value;
    control.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  // Focuses the control as a visitor's press does, so that a closing dialog returns the focus to the control.
  if (document.activeElement === document.body) control?.focus({ preventScroll: true });
  control?.click();
}
