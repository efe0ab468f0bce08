import type { Tour } from '@enfilade/shared-contracts/api/schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { pickMinutesLeft, untilNextMinute } from '@enfilade/shared-contracts/visit/minutes-left';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { useEffect, useState } from 'react';
import type { Translate } from '../texts/texts.ts';
import type { ChangeUiState } from '../ui-state/use-visit-ui-state.ts';
import type { VisitUiState } from '../ui-state/visit-ui-state.ts';
import type { VisitLocation } from './location.ts';
import styles from './location-bar.module.css';

interface MinutesOptions {
  clock: Clock;
  session: VisitorSession;
  uiState: VisitUiState;
  changeUiState: ChangeUiState;
}

/** The minutes left of the time the visitor chose, counted from the first time this visit was opened; undefined without any. */
export function useMinutesLeft({ clock, session, uiState, changeUiState }: MinutesOptions): number | undefined {
  const answers = useStore(session.store, (state) => state.answers);
  const [now, setNow] = useState(() => clock.now());
  const startedAt = uiState.startedAt ?? now;
  const left = pickMinutesLeft({ answers, startedAt, now });
  useEffect(() => {
    changeUiState((before) => ({ startedAt: before.startedAt ?? clock.now() }));
  }, [clock, changeUiState]);
  useEffect(() => {
    if (left === undefined) return;
    return clock.after(untilNextMinute({ startedAt, now }), () => setNow(clock.now()));
  }, [clock, left, startedAt, now]);
  return left;
}

interface LocationBarProps {
  location: VisitLocation;
  /** The visitor goes where they like, and is told so. */
  isExploring: boolean;
  /** Undefined when the visitor chose no time, or it is over. */
  minutesLeft: number | undefined;
  /** Where the visitor is on the tour; its minutes stand in place of the visit's. */
  tour?: Tour | undefined;
  /** Begins the tour that was put off. */
  onBegin?: (() => void) | undefined;
  t: Translate;
  /** Open what the stop has for visitors who see or hear little. */
  stop?: Elements;
  /** Opens what a visitor looks for. */
  find?: Elements;
  /** Shows all rooms; absent where there is no tour of the profile's rooms. */
  onRooms?: (() => void) | undefined;
  /** Absent where the way to the end is elsewhere. */
  onEnd?: (() => void) | undefined;
  onLeave(): void;
}

/** Where the visitor is, and the way back to the other exhibitions. */
export function LocationBar(props: LocationBarProps) {
  const { location, isExploring, t, stop, find, onBegin, onRooms, onEnd, onLeave } = props;
  const { title, room } = location;
  return (
    <div className={`${styles['bar']} ${isExploring ? styles['exploring'] : ''}`}>
      <QuietButton onClick={onLeave} className={styles['back']} aria-label={t('place.back')}>
        <Icon name="arrow-left" />
        <span className={styles['word']}>{t('place.back')}</span>
      </QuietButton>
      {room && <RoomNumber room={room} t={t} onRooms={onRooms} />}
      <h1 className={styles['title']}>{title}</h1>
      <Facts {...props} />
      {(stop || onBegin) && (
        <span className={styles['stop']}>
          {onBegin && (
            <QuietButton aria-label={t('tour.begin')} onClick={onBegin}>
              <Icon name="arrow-right" />
              <span>{t('tour.begin')}</span>
            </QuietButton>
          )}
          {stop}
        </span>
      )}
      {find && <span className={styles['find']}>{find}</span>}
      {onEnd && (
        <QuietButton onClick={onEnd} className={styles['end']} aria-label={t('end.long')}>
          {t('end.short')}
        </QuietButton>
      )}
    </div>
  );
}

/** How long it still takes, and what the visitor may do or which stop it is. */
function Facts({ isExploring, minutesLeft, tour, t }: Pick<LocationBarProps, 'isExploring' | 'minutesLeft' | 'tour' | 't'>) {
  const left = tour ? Math.ceil(tour.leftSeconds / 60) : minutesLeft;
  const count = tour?.phase === 'over' ? undefined : left;
  return (
    <>
      {count !== undefined && (
        <p className={styles['left']}>
          <span className={styles['long']}>{t(tour ? 'tour.left' : 'place.minutesLeft', { count })}</span>
          <span className={styles['short']}>{t('place.minutes', { count })}</span>
        </p>
      )}
      {isExploring && <p className={styles['note']}>{t('place.exploration')}</p>}
      {tour && tour.stop > 0 && <p className={styles['note']}>{t('tour.stop', { number: tour.stop, count: tour.stops })}</p>}
    </>
  );
}

interface RoomNumberProps extends Pick<LocationBarProps, 't' | 'onRooms'> {
  room: NonNullable<VisitLocation['room']>;
}

/** The room among the others, which a press shows. */
function RoomNumber({ room, t, onRooms }: RoomNumberProps) {
  const shown = (
    <span aria-hidden="true">
      <span>{room.number}</span>
      <small className={styles['count']}>{`/${room.count}`}</small>
    </span>
  );
  if (!onRooms) {
    return (
      <p className={styles['number']}>
        <VisuallyHidden>{t('place.room', room)}</VisuallyHidden>
        {shown}
      </p>
    );
  }
  return (
    <button
      type="button"
      className={`${styles['number']} ${styles['rooms']}`}
      aria-label={t('place.rooms', room)}
      aria-haspopup="dialog"
      onClick={onRooms}
    >
      {shown}
    </button>
  );
}
