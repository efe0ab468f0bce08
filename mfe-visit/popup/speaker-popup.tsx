import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { type SyntheticEvent, useEffect } from 'react';
import styles from './speaker-popup.module.css';

interface SpeakerPopupProps {
  /** It fades before it goes. */
  phase: 'open' | 'fading';
  t: Translate;
  onClose(): void;
  /** The visitor's pointer or focus rests on it: it stays as long. */
  onHold(): void;
  onLetGo(): void;
}

/** Said once a visit: where the sound comes from. The whole of it is the button that closes it. */
export function SpeakerPopup({ phase, t, onClose, onHold, onLetGo }: SpeakerPopupProps) {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [onClose]);
  // Left by one of the two, it is held by the other as long as that rests on it.
  const letGoOf = (other: ':hover' | ':focus-visible') => (event: SyntheticEvent) => {
    if (!event.currentTarget.matches(other)) onLetGo();
  };
  return (
    <div className={styles['place']} role="status" data-phase={phase}>
      <button
        type="button"
        className={styles['popup']}
        onClick={onClose}
        onFocus={onHold}
        onBlur={letGoOf(':hover')}
        onPointerEnter={onHold}
        onPointerLeave={letGoOf(':focus-visible')}
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
