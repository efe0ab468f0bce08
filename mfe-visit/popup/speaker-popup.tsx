import { onEscape } from '@enfilade/shared-contracts/kit/pressed-key';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { type SyntheticEvent, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useT } from '../texts/texts.ts';
import styles from './speaker-popup.module.css';

const readingMs = 5_000;
const fadingMs = 300;

interface SpeakerPopupProps {
  /** The popup opens once a visit. */
  onClosed(): void;
}

/** Stays until 5 s after the last pointer or focus, and fades for 0.3 s. */
export function SpeakerPopup({ onClosed }: SpeakerPopupProps) {
  const { clock } = useScreen();
  const t = useT();
  const [phase, setPhase] = useState<'open' | 'fading'>('open');
  const [isHeld, setHeld] = useState(false);
  const fade = useCallback(() => setPhase('fading'), []);
  const close = useEffectEvent(onClosed);
  useEffect(() => {
    if (phase === 'fading') return clock.after(fadingMs, close);
    return isHeld ? undefined : clock.after(readingMs, fade);
  }, [clock, phase, isHeld, fade]);
  useEffect(() => (phase === 'open' ? onEscape('panel', fade) : undefined), [phase, fade]);
  const hold = () => setHeld(true);
  // The pointer and the focus each keep the popup open.
  const releaseUnless = (other: ':hover' | ':focus-visible') => (event: SyntheticEvent) => {
    if (!event.currentTarget.matches(other)) setHeld(false);
  };
  return (
    <div className={styles['place']} role="status" data-phase={phase}>
      <button
        type="button"
        className={styles['popup']}
        onClick={fade}
        onFocus={hold}
        onBlur={releaseUnless(':hover')}
        onPointerEnter={hold}
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
