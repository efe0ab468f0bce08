import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { flushSync } from 'react-dom';

/** Name of the measure of a swap: from the decision until the new version is in the page. */
const swapMeasure = 'composition-exchanged';

/** The place in the page where a screen is drawn. */
export interface PageFrame {
  /** Undefined while none is drawn. */
  screen(): { name: string; isBusy: boolean } | undefined;
  isTyping(): boolean;
  /** Swaps the screen in one commit, and restores for the visitor what can be restored. */
  swap(replace: () => void): void;
}

export function createPageFrame(page: Document, clock: Clock): PageFrame & { stop(): void } {
  const { isTyping, stop } = watchTyping(page, clock);
  const section = () => page.querySelector<HTMLElement>('section[data-remote]');
  return {
    isTyping,
    stop,
    screen() {
      const screen = section();
      const name = screen?.dataset['remote'];
      if (!screen || name === undefined) return undefined;
      // On the screen itself, or on the part of it that would lose something.
      return { name: name, isBusy: screen.dataset['busy'] !== undefined || screen.querySelector('[data-busy]') !== null };
    },
    swap(replace) {
      const start = performance.now();
      const restore = saveFields(section() ?? page, page);
      // One commit: half a screen is never seen, and effects that set the focus have run before it is restored.
      flushSync(replace);
      restore();
      performance.measure(swapMeasure, { start });
    },
  };
}

/** After this long without input the visitor is between two words; composing one takes longer. */
export const typingPauseMs = { written: 2_000, composed: 20_000 };

/** Whether the visitor is typing. A composed word (Japanese, dead keys) exists only in its field until it is finished. */
export function watchTyping(page: EventTarget, clock: Clock): { isTyping(): boolean; stop(): void } {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  let lastMs = Number.NEGATIVE_INFINITY;
  let isComposing = false;
  const onInput = ({ type }: Event) => {
    lastMs = clock.now();
    if (type !== 'input') isComposing = type === 'compositionstart';
  };
  for (const type of ['input', 'compositionstart', 'compositionend']) page.addEventListener(type, onInput, options);
  return { isTyping: () => clock.now() - lastMs < typingPauseMs[isComposing ? 'composed' : 'written'], stop: () => listening.abort() };
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const fields = 'textarea, input:not([type]), input[type="text"], input[type="search"], input[type="email"]';
const isField = (element: Element | null): element is Field => element?.matches(fields) ?? false;

/**
 * Saves the texts in the fields of `frame`, focus, caret and scroll position. The returned function restores them after
 * the frame's content was swapped, in those elements that exist again.
 */
export function saveFields(frame: ParentNode, page: Document): () => void {
  const texts = listTexts(frame);
  const { activeElement } = page;
  const focus = activeElement && frame.contains(activeElement) ? saveFocus(activeElement as HTMLElement) : undefined;
  const { scrollX = 0, scrollY = 0 } = page.defaultView ?? {};
  return () => {
    for (const text of texts) restoreText(page, text);
    focus?.(page);
    page.defaultView?.scrollTo(scrollX, scrollY);
  };
}

/** What was typed, each with the selector of its field; fields that could not be found again are left out. */
export const listTexts = (frame: ParentNode): [selector: string, text: string][] =>
  [...frame.querySelectorAll<Field>(fields)].flatMap((field) => {
    const selector = selectorOf(field);
    return selector && field.value !== '' ? [[selector, field.value]] : [];
  });

/** Nothing where the field is not there, or has another text by now. */
export function restoreText(page: Document, [selector, text]: [selector: string, text: string]): void {
  const successor = page.querySelector(selector);
  if (!isField(successor) || successor.value !== '') return;
  // Past React's own setter, so that React sees a value that changed.
  const prototype = successor instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(successor, text);
  successor.dispatchEvent(new Event('input', { bubbles: true }));
}

type Restore = (page: Document) => void;

function saveFocus(element: HTMLElement): Restore {
  const selector = selectorOf(element);
  const { scrollTop } = element;
  const caret = isField(element)
    ? ([element.selectionStart, element.selectionEnd, element.selectionDirection ?? undefined] as const)
    : undefined;
  return (page) => {
    const successor = selector ? page.querySelector<HTMLElement>(selector) : null;
    if (!successor) return;
    successor.focus({ preventScroll: true });
    if (caret && isField(successor)) successor.setSelectionRange(...caret);
    successor.scrollTop = scrollTop;
  };
}

/** Finds an element again: by its id, its name or its label. Ids that React generated do not count. */
function selectorOf(element: Element): string | undefined {
  const key = ['id', 'name', 'aria-label'].find((attribute) => /^[^\s:«_]/.test(element.getAttribute(attribute) ?? ''));
  return key && `${element.tagName}[${key}="${CSS.escape(element.getAttribute(key) ?? '')}"]`;
}
