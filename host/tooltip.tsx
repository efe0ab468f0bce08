import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { onEscape } from '@enfilade/shared-contracts/kit/pressed-key';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './tooltip.module.css';

const openMs = 600;
const closeMs = 500;

interface Tip {
  text: string;
  /** In px of the viewport: the middle of the named button, and its lower or upper edge. */
  x: number;
  y: number;
  isAbove: boolean;
}

/** Shown from 0.6 s after mouse or focus arrive until 0.5 s after they leave. An icon that appears below a resting mouse gets none. */
export function Tooltip({ clock }: { clock: Clock }) {
  const [tip, setTip] = useState<Tip>();
  useEffect(() => {
    let cancel = () => {};
    let named: Element | undefined;
    let pointer: readonly [number, number] | undefined;
    const show = (next: Element | undefined) => {
      if (next === named) return;
      named = next;
      cancel();
      cancel = clock.after(next ? openMs : closeMs, () => setTip(next?.isConnected ? tipOf(next) : undefined));
    };
    const hide = () => {
      cancel();
      setTip(undefined);
    };
    const point = ({ pointerType, clientX, clientY, target }: PointerEvent) => {
      // Touch has no hover.
      if (pointerType !== 'mouse') return;
      const hasMoved = clientX !== pointer?.[0] || clientY !== pointer[1];
      pointer = [clientX, clientY];
      const sign = signAt(target);
      show(hasMoved || sign === named ? sign : undefined);
    };
    const leaving = new AbortController();
    const on = (type: string, listener: (event: Event) => void) => document.addEventListener(type, listener, { signal: leaving.signal });
    for (const type of ['pointerover', 'pointermove']) on(type, (event) => point(event as PointerEvent));
    on('focusin', ({ target }) => show((target as Element).matches(':focus-visible') ? signAt(target) : undefined));
    on('focusout', () => show(undefined));
    on('pointerdown', (event) => {
      const { clientX, clientY } = event as PointerEvent;
      pointer = [clientX, clientY];
      hide();
    });
    // A key presses without a pointer, and may rename or remove the button.
    on('click', hide);
    return () => {
      leaving.abort();
      cancel();
    };
  }, [clock]);
  useEffect(() => tip && onEscape('tip', () => setTip(undefined)), [tip]);
  if (!tip) return null;
  // Fixed positions count from the window only in a child of the page itself.
  return createPortal(
    // Screen readers read the same words as the accessible name.
    <div
      className={tip.isAbove ? styles['above'] : styles['below']}
      // Shifts the tooltip left in proportion to its position, so that it never leaves the page.
      style={{ left: tip.x, top: tip.y, transform: `translateX(${(-100 * tip.x) / window.innerWidth}%)` }}
      data-tooltip=""
      aria-hidden="true"
    >
      {tip.text}
    </div>,
    document.body,
  );
}

function signAt(target: EventTarget | null): Element | undefined {
  const button = target instanceof Element ? target.closest('button, a') : null;
  return button && nameOf(button) ? button : undefined;
}

function nameOf(button: Element): string | undefined {
  const seen = [...button.querySelectorAll('*')].flatMap((each) => (isSeen(each) ? [...each.childNodes] : [])).concat(...button.childNodes);
  const words = seen.map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '')).join('');
  if (words.trim() !== '') return undefined;
  return button.getAttribute('aria-label') ?? button.textContent?.trim();
}

/** Visually hidden words are one pixel wide. */
const isSeen = (element: Element) => element.getBoundingClientRect().width > 1;

function tipOf(button: Element): Tip | undefined {
  const { left, width, top, bottom } = button.getBoundingClientRect();
  const text = nameOf(button);
  const isAbove = bottom > window.innerHeight - 64;
  return text ? { text, x: left + width / 2, y: isAbove ? top : bottom, isAbove } : undefined;
}
