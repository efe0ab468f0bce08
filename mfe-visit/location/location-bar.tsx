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
  /** Of a tour that has begun: the minutes left of its plan, in place of the visit's, and which stop of the room it is, in words. */
  tour?: { minutesLeft: number | undefined; stop: string | undefined } | undefined;
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
  const { location, isExploring, minutesLeft, tour, t, stop, find, onRooms, onEnd, onLeave } = props;
  const { title, room } = location;
  const left = tour ? tour.minutesLeft : minutesLeft;
  const note = isExploring ? t('place.exploration') : tour?.stop;
  return (
    <div className={`${styles['bar']} ${isExploring ? styles['exploring'] : ''}`}>
      <QuietButton onClick={onLeave} className={styles['back']} aria-label={t('place.back')}>
        <Icon name="arrow-left" />
      </QuietButton>
      {room && <RoomNumber room={room} t={t} onRooms={onRooms} />}
      <h1 className={styles['title']}>{title}</h1>
      {left !== undefined && (
        <p className={styles['left']}>
          <span className={styles['long']}>{t('place.minutesLeft', { count: left })}</span>
          <span className={styles['short']}>{t('place.minutes', { count: left })}</span>
        </p>
      )}
      {note && <p className={styles['note']}>{note}</p>}
      {stop && <span className={styles['stop']}>{stop}</span>}
      {find && <span className={styles['find']}>{find}</span>}
      {onEnd && (
        <QuietButton onClick={onEnd} className={styles['end']} aria-label={t('end.long')}>
          {t('end.short')}
        </QuietButton>
      )}
    </div>
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
