import type { Room } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { Exhibition, Museum } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { exhibitionName, profileRoom } from '@enfilade/shared-contracts/museum/profile-texts';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { pickMinutesLeft, untilNextMinute } from '@enfilade/shared-contracts/visit/minutes-left';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import { useEffect, useState } from 'react';
import { useT } from '../texts/texts.ts';
import type { ChangeUiState, VisitUiState } from '../ui-state/use-visit-ui-state.ts';
import styles from './location-bar.module.css';

interface VisitLocation {
  title: string;
  /** Only in the guided tour; counts from 1. */
  room?: { number: number; count: number };
}

interface LocationOptions {
  museum: Museum;
  profile: MuseumProfile;
  exhibition: Exhibition | undefined;
  visitMode: VisitConfig['visitMode'];
  /** The room of the last answer; undefined before the tour. */
  room: Room | undefined;
  language: Language;
}

/** The last room of a guided tour that has begun, else the exhibition. */
export function pickLocation({ museum, profile, exhibition, visitMode, room, language }: LocationOptions): VisitLocation {
  if (visitMode !== 'guided' || !room) return { title: exhibition ? exhibitionName(profile, exhibition, language) : museum.name };
  const place = { number: room.index + 1, count: room.count };
  // The profile's names follow a change of language; the name in the last answer does not.
  return { title: localize(profileRoom(profile, place)?.name ?? room.name, language), room: place };
}

interface MinutesOptions {
  clock: Clock;
  session: VisitorSession;
  uiState: VisitUiState;
  changeUiState: ChangeUiState;
}

/** Minutes of the chosen time since the visit was first opened; undefined if no time was chosen. */
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
  isExploring: boolean;
  /** Undefined if the visitor chose no time, or the time is over. */
  minutesLeft: number | undefined;
  /** A tour that has begun: its plan's minutes replace the visit's. */
  tour?: { minutesLeft: number | undefined; stop: string | undefined } | undefined;
  stop?: Elements;
  find?: Elements;
  /** Absent if the tour does not use the profile's rooms. */
  onRooms?: (() => void) | undefined;
  onEnd?: (() => void) | undefined;
  onLeave(): void;
}

export function LocationBar(props: LocationBarProps) {
  const t = useT();
  const { location, isExploring, minutesLeft, tour, stop, find, onRooms, onEnd, onLeave } = props;
  const { title, room } = location;
  const left = tour ? tour.minutesLeft : minutesLeft;
  const note = isExploring ? t('place.exploration') : tour?.stop;
  return (
    <div className={`${styles['bar']} ${isExploring ? styles['exploring'] : ''}`}>
      <QuietButton onClick={onLeave} className={styles['back']} aria-label={t('place.back')}>
        <Icon name="arrow-left" />
      </QuietButton>
      {room && <RoomNumber room={room} onRooms={onRooms} />}
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

interface RoomNumberProps extends Pick<LocationBarProps, 'onRooms'> {
  room: NonNullable<VisitLocation['room']>;
}

function RoomNumber({ room, onRooms }: RoomNumberProps) {
  const t = useT();
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
