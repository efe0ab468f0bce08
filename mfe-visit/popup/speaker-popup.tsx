import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { onEscape } from '@enfilade/shared-contracts/kit/pressed-key';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { type SyntheticEvent, useCallback, useEffect, useState } from 'react';
import { useT } from '../texts/texts.ts';
import styles from './speaker-popup.module.css';

const readingMs = 5_000;
const fadingMs = 300;

interface PopupOptions {
  clock: Clock;
  /** A closed popup does not open again. */
  isWanted: boolean;
  onClosed(): void;
}

/** Opens when `isWanted`, stays until 5 s after the last pointer or focus, and fades for 0.3 s. */
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
    phase: isWanted && phase !== 'closed' ? phase : undefined,
    close: useCallback(() => setPhase((now) => (now === 'open' ? 'fading' : now)), []),
    hold: useCallback(() => setHeld(true), []),
    release: useCallback(() => setHeld(false), []),
  };
}

interface SpeakerPopupProps {
  phase: 'open' | 'fading';
  onClose(): void;
  onHold(): void;
  onRelease(): void;
}

/** Opens once a visit. */
export function SpeakerPopup({ phase, onClose, onHold, onRelease }: SpeakerPopupProps) {
  const t = useT();
  const isOpen = phase === 'open';
  useEffect(() => (isOpen ? onEscape('panel', onClose) : undefined), [isOpen, onClose]);
  // The pointer and the focus each keep the popup open.
  const releaseUnless = (other: ':hover' | ':focus-visible') => (event: SyntheticEvent) => {
    if (!event.currentTarget.matches(other)) onRelease();
  };
  return (
    <div className={styles['place']} role="status" data-phase={phase}>
      <button
        type="button"
        className={styles['popup']}
        onClick={onClose}
        onFocus={onHold}
        onBlur={releaseUnless(':hover')}
        onPointerEnter={onHold}
        onPointerLeave={releaseUnless(':focus-visible')}
      >
        <Icon name="sound-on" />
        <span>{t('popup.speakers')}</span>
        <span className={styles['close']}>
          <Icon name="close" />
          <VisuallyHidden>{t('popup.close')}</VisuallyHidden>
        </span>
      </button>
    </div>
  );
}
