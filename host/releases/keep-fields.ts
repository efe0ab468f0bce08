type Field = HTMLInputElement | HTMLTextAreaElement;

const fields = 'textarea, input:not([type]), input[type="text"], input[type="search"], input[type="email"]';
const isField = (element: Element | null): element is Field => element?.matches(fields) ?? false;

/**
 * Remembers what was typed into the fields of `frame`, where the focus and the caret stand and how far was scrolled.
 * The returned function puts it back after the frame's content was exchanged, into those elements that exist again.
 */
export function keepFields(frame: ParentNode, page: Document): () => void {
  const words = [...frame.querySelectorAll<Field>(fields)].filter(({ value }) => value !== '').map(rememberWords);
  const { activeElement } = page;
  const focus = activeElement && frame.contains(activeElement) ? rememberFocus(activeElement as HTMLElement) : undefined;
  const { scrollX = 0, scrollY = 0 } = page.defaultView ?? {};
  return () => {
    for (const restore of words) restore(page);
    focus?.(page);
    page.defaultView?.scrollTo(scrollX, scrollY);
  };
}

type Restore = (page: Document) => void;

function rememberWords(field: Field): Restore {
  const find = rememberPlace(field);
  const { value } = field;
  return (page) => {
    const again = find(page);
    if (!isField(again) || again.value !== '') return;
    // Past React's own setter, so that React sees a value that changed.
    const prototype = again instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(again, value);
    again.dispatchEvent(new Event('input', { bubbles: true }));
  };
}

function rememberFocus(element: HTMLElement): Restore {
  const find = rememberPlace(element);
  const { scrollTop } = element;
  const caret = isField(element)
    ? ([element.selectionStart, element.selectionEnd, element.selectionDirection ?? undefined] as const)
    : undefined;
  return (page) => {
    const again = find(page);
    if (!again) return;
    again.focus({ preventScroll: true });
    if (caret && isField(again)) again.setSelectionRange(...caret);
    again.scrollTop = scrollTop;
  };
}

/** How an element is found again: by its id, its name, or what it is called. Ids that React made are no names. */
function rememberPlace(element: Element): (page: Document) => HTMLElement | null {
  const { tagName } = element;
  const key = ['id', 'name', 'aria-label'].find((attribute) => /^[^\s:«_]/.test(element.getAttribute(attribute) ?? ''));
  const selector = key ? `${tagName}[${key}="${CSS.escape(element.getAttribute(key) ?? '')}"]` : undefined;
  return (page) => (selector ? page.querySelector<HTMLElement>(selector) : null);
}
