import { useEffect, useRef } from 'react';
import type { Phase } from './dictation-state.ts';

/**
 * The focus for the panel's main key whenever the state changes, and back to the field when the panel goes. A visitor
 * who has gone elsewhere with it stays there.
 */
export function usePanelFocus(phase: Phase, onEnded: () => void) {
  const panel = useRef<HTMLElement>(null);
  const key = useRef<HTMLButtonElement>(null);
  const focused = useRef<Phase>(undefined);
  const giveBack = useRef(onEnded);

  useEffect(() => {
    giveBack.current = onEnded;
  });
  useEffect(() => {
    if (focused.current === phase) return;
    focused.current = phase;
    if (isFree(panel.current)) key.current?.focus();
  }, [phase]);
  // The field has taken the panel's place by now, and a focus that was in the panel is nowhere.
  useEffect(
    () => () => {
      if (isFree(null)) giveBack.current();
    },
    [],
  );
  return { panel, key };
}

function isFree(panel: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || panel?.contains(activeElement) === true;
}
