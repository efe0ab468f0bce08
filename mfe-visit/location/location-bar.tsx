import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import type { Place } from './location.ts';
import styles from './location-bar.module.css';

interface PlaceStripProps {
  place: Place;
  /** Of the time the visitor chose; undefined when there is none to tell. */
  minutesLeft: number | undefined;
  t: Translate;
  onLeave(): void;
}

/** Where one stands, as on the wall beside a door, and the way back to the other exhibitions. */
export function PlaceStrip({ place, minutesLeft, t, onLeave }: PlaceStripProps) {
  return (
    <div className={styles['strip']}>
      {place.room && (
        <p className={styles['number']}>
          <VisuallyHidden>{t('place.room', place.room)}</VisuallyHidden>
          <span aria-hidden="true">
            {place.room.number}
            <small className={styles['count']}>/{place.room.count}</small>
          </span>
        </p>
      )}
      <h1 className={styles['title']}>{place.title}</h1>
      {minutesLeft !== undefined && <p className={styles['left']}>{t('place.minutesLeft', { count: minutesLeft })}</p>}
      <QuietButton onClick={onLeave} className={styles['back']}>
        <Icon name="arrow-left" />
        <span className={styles['word']}>{t('place.back')}</span>
      </QuietButton>
    </div>
  );
}
