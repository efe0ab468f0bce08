import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useCallback, useEffect, useState } from 'react';

const readingMs = 5_000;
const fadingMs = 300;

interface PopupOptions {
  clock: Clock;
  /** Once closed it stays closed. */
  isWanted: boolean;
  /** After it has faded. */
  onClosed(): void;
}

/** Opens when it is wanted, stays until 5 s after the last pointer or focus, fades for 0.3 s. */
export function usePopup({ clock, isWanted, onClosed }: PopupOptions) {
  const [phase, setPhase] = useState<'open' | 'fading' | 'closed'>('open');
  const [isHeld, setHeld] = useState(false);
  const isOpen = isWanted && phase === 'open';

  useEffect(() => {
    if (!isOpen || isHeld) return;
    return clock.after(readingMs, () => setPhase('fading'));
  }, [clock, isOpen, isHeld]);
  useEffect(() => {
    if (phase !== 'fading') return;
    return clock.after(fadingMs, () => {
      setPhase('closed');
      onClosed();
    });
  }, [clock, phase, onClosed]);

  return {
    /** Undefined: nothing is shown. */
    phase: isWanted && phase !== 'closed' ? phase : undefined,
    close: useCallback(() => setPhase((now) => (now === 'open' ? 'fading' : now)), []),
    hold: useCallback(() => setHeld(true), []),
    release: useCallback(() => setHeld(false), []),
  };
}
