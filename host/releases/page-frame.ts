import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { flushSync } from 'react-dom';

/** `*` for a page without a museum. */
export const museumOf = (page: Document): string => page.documentElement.dataset['museum'] || '*';

export type PageFrame = ReturnType<typeof createPageFrame>;

export function createPageFrame(page: Document, busy: Pick<ReadableStore<boolean>, 'getState'>, clock: Clock) {
  const isTyping = watchTyping(page, clock);
  const section = () => page.querySelector<HTMLElement>('section[data-remote]');
  return {
    /** Undefined while no screen is rendered. `isBusy`: a swap would lose a recording or typed text, or stop reading aloud. */
    screen() {
      const name = section()?.dataset['remote'];
      return name === undefined ? undefined : { name, isBusy: busy.getState() || isTyping() };
    },
    /** One commit. Restores fields, focus and scroll position. */
    swap(replace: () => void): void {
      const saved = saveFields(section() ?? page, page);
      // A single commit shows no half screen, and effects that set the focus run before the focus is restored.
      flushSync(replace);
      restoreFields(saved, page);
    },
  };
}

/** Time after an input in which the visitor counts as typing. Composing a word takes longer. */
export const typingPauseMs = { written: 2_000, composed: 20_000 };

/** A composed word (Japanese, dead keys) exists only in its field until it is finished. */
function watchTyping(page: EventTarget, clock: Clock): () => boolean {
  let lastMs = Number.NEGATIVE_INFINITY;
  let isComposing = false;
  const onInput = ({ type }: Event) => {
    lastMs = clock.now();
    if (type !== 'input') isComposing = type === 'compositionstart';
  };
  for (const type of ['input', 'compositionstart', 'compositionend']) page.addEventListener(type, onInput, true);
  return () => clock.now() - lastMs < typingPauseMs[isComposing ? 'composed' : 'written'];
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const fields = 'textarea, input:not([type]), input[type="text"], input[type="search"], input[type="email"]';
const isField = (element: Element | null): element is Field => element?.matches(fields) ?? false;

/** Elements are named by their id, name or label. */
export interface SavedFields {
  texts: { field: string; value: string }[];
  focus?: { element: string; scrollTop: number; caret: readonly [start: number | null, end: number | null] } | undefined;
  scroll: [number, number];
}

/** Call before a swap of the content of `frame`, or before a reload. */
export function saveFields(frame: ParentNode, page: Document): SavedFields {
  const texts = [...frame.querySelectorAll<Field>(fields)].flatMap((field) => {
    const selector = selectorOf(field);
    return field.value !== '' && selector ? [{ field: selector, value: field.value }] : [];
  });
  const { activeElement: active, defaultView } = page;
  const element = active && frame.contains(active) ? selectorOf(active) : undefined;
  const { selectionStart = null, selectionEnd = null } = isField(active) ? active : {};
  const focus = active && element ? { element, scrollTop: active.scrollTop, caret: [selectionStart, selectionEnd] as const } : undefined;
  return { texts, focus, scroll: [defaultView?.scrollX ?? 0, defaultView?.scrollY ?? 0] };
}

export function restoreFields({ texts, focus, scroll }: SavedFields, page: Document): void {
  for (const { field, value } of texts) restoreText(page.querySelector(field), value);
  const focused = focus && page.querySelector<HTMLElement>(focus.element);
  if (focused) {
    focused.focus({ preventScroll: true });
    // A field for an e-mail address has no caret, and throws.
    if (isField(focused) && focus.caret[0] !== null) focused.setSelectionRange(...focus.caret);
    focused.scrollTop = focus.scrollTop;
  }
  page.defaultView?.scrollTo(...scroll);
}

function restoreText(field: Element | null, value: string): void {
  if (!isField(field) || field.value !== '') return;
  // React handles the event only if the value was set past React's own setter.
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Ignores ids that React generated. */
function selectorOf(element: Element): string | undefined {
  const key = ['id', 'name', 'aria-label'].find((attribute) => /^[^\s:«_]/.test(element.getAttribute(attribute) ?? ''));
  return key && `${element.tagName}[${key}="${CSS.escape(element.getAttribute(key) ?? '')}"]`;
}
