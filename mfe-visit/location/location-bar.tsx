import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import type { VisitLocation } from './location.ts';
import styles from './location-bar.module.css';

interface LocationBarProps {
  location: VisitLocation;
  /** Undefined when the visitor chose no time, or it is over. */
  minutesLeft: number | undefined;
  t: Translate;
  onLeave(): void;
}

/** Where the visitor is, and the way back to the other exhibitions. */
export function LocationBar({ location: { title, room }, minutesLeft, t, onLeave }: LocationBarProps) {
  return (
    <div className={styles['bar']}>
      {room && (
        <p className={styles['number']}>
          <VisuallyHidden>{t('place.room', room)}</VisuallyHidden>
          <span aria-hidden="true">
            {room.number}
            <small className={styles['count']}>/{room.count}</small>
          </span>
        </p>
      )}
      <h1 className={styles['title']}>{title}</h1>
      {minutesLeft !== undefined && <p className={styles['left']}>{t('place.minutesLeft', { count: minutesLeft })}</p>}
      <QuietButton onClick={onLeave} className={styles['back']}>
        <Icon name="arrow-left" />
        <span className={styles['word']}>{t('place.back')}</span>
      </QuietButton>
    </div>
  );
}
