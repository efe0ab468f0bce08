import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useCallback, useEffect, useState } from 'react';

const readingMs = 5_000;
const fadingMs = 300;

interface PopupOptions {
  clock: Clock;
  /** Whether there is anything to say; once closed it stays closed. */
  isWanted: boolean;
  /** Gone, fade and all. */
  onClosed(): void;
}

/** Opens when it is wanted, stays 5 s beyond the last touch, fades for 0.3 s. */
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
    letGo: useCallback(() => setHeld(false), []),
  };
}
