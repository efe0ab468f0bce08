import type { Tour, TourPlanResponse } from '@enfilade/shared-contracts/api/schemas';
import { Button, QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Card } from '@enfilade/shared-contracts/ui/card';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { focusLog } from '@enfilade/shared-contracts/ui/focus-log';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { type MouseEvent, useState } from 'react';
import { useT } from '../texts/texts.ts';
import type { TourPlayer, TourPlayerState } from './create-tour-player.ts';
import styles from './tour-keys.module.css';

/** A key sends its own label as the visitor's message: the first word of `tourWords`. */
export type TourStep = 'begin' | 'yes' | 'no' | 'next' | 'again' | 'skip' | 'stay' | 'end';

export type TourView = { kind: 'start'; plan: TourPlanResponse } | { kind: 'put-off' | 'asks' | 'next' | 'none' };

interface ShownTour {
  view: TourView;
  position: Tour | undefined;
  step(action: TourStep): boolean;
  putOff(): void;
  /** Undefined if the language has no voice. */
  play: (() => void) | undefined;
  player: TourPlayer;
  playing: TourPlayerState;
}

export interface TourVisit {
  talk: { isBlocked: boolean; isAnswerDue: boolean; problem: unknown };
  followUps: { questions: readonly string[] };
  tour: ShownTour | undefined;
}

interface KeysInTextProps {
  visit: TourVisit;
  onTour(): void;
}

/** In writing the keys are above the field, at the same place after each answer. */
export function KeysInText({ visit, onTour }: KeysInTextProps) {
  const t = useT();
  const { talk, tour } = visit;
  if (!tour) return null;
  if (tour.playing !== 'off') return <PlayerKeys player={tour.player} state={tour.playing} />;
  const isShown = keysOf[tour.view.kind].length > 0 && !talk.isAnswerDue && !talk.problem;
  const asks = tour.position?.asks;
  return (
    isShown && (
      <div className={styles['pinned']}>
        {/* The question may be far below the answer's first words. */}
        {asks && asks !== 'begin' && <p className={styles['note']}>{t(`tour.asks.${asks}`)}</p>}
        <TourKeys {...{ tour, onTour }} isDisabled={talk.isBlocked} />
      </div>
    )
  );
}

interface KeysInCallProps extends KeysInTextProps {
  turn: number;
  draw(wantsQuestions: boolean): Elements;
}

/** In a call the keys are below the captions. On the tour the questions replace the captions on request. */
export function KeysInCall({ visit: { talk, followUps, tour }, onTour, turn, draw }: KeysInCallProps) {
  const [asking, setAsking] = useState<number>();
  const wantsQuestions = asking === turn;
  const hasOthers = tour?.position && followUps.questions.length > 0 && !wantsQuestions;
  return (
    <>
      <div className={styles['said']}>{draw(wantsQuestions)}</div>
      {tour && <TourKeys {...{ tour, onTour }} isDisabled={talk.isBlocked} onQuestions={hasOthers ? () => setAsking(turn) : undefined} />}
    </>
  );
}

interface StartCardProps {
  tour: ShownTour;
  isDisabled: boolean;
}

export function StartCard({ tour, isDisabled }: StartCardProps) {
  const t = useT();
  if (tour.view.kind !== 'start' || tour.playing !== 'off') return null;
  const { rooms, minutes, chosenMinutes, fills } = tour.view.plan;
  const isShort = !fills && chosenMinutes !== undefined && minutes < chosenMinutes;
  const stops = rooms.reduce((sum, room) => sum + room.stops, 0);
  const facts = [
    ...(rooms.length > 1 ? [t('tour.rooms', { count: rooms.length })] : []),
    t('tour.stops', { count: stops }),
    isShort ? t('tour.minutesOf', { minutes, count: chosenMinutes }) : t('tour.minutes', { count: minutes }),
  ];
  return (
    <Card as="section" className={styles['start']} aria-label={t('tour.title')}>
      <p className={styles['facts']}>{facts.join(', ')}</p>
      {isShort && <p className={styles['note']}>{t('tour.rest')}</p>}
      <div className={styles['keys']}>
        {tour.play && (
          <QuietButton aria-disabled={isDisabled} onClick={withFocus(tour.play)}>
            <Icon name="play" />
            <span>{t('tour.listen')}</span>
          </QuietButton>
        )}
        <QuietButton onClick={withFocus(tour.putOff)}>{t('tour.putOff')}</QuietButton>
        <Button kind="main" aria-disabled={isDisabled} onClick={withFocus(() => tour.step('begin'))}>
          {t('tour.begin')}
        </Button>
      </div>
    </Card>
  );
}

/** The pressed key disappears, so the focus moves to the log. */
const withFocus = (act: () => void) => (event: MouseEvent) => {
  focusLog(event.currentTarget);
  act();
};

const keysOf = { start: [], 'put-off': ['begin'], asks: ['yes', 'no'], next: ['next'], none: [] } as const;

interface TourKeysProps extends StartCardProps, Pick<KeysInTextProps, 'onTour'> {
  onQuestions?: (() => void) | undefined;
}

function TourKeys({ tour, isDisabled, onTour, onQuestions }: TourKeysProps) {
  const t = useT();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className={styles['row']} role="group" aria-label={t('tour.title')}>
      {keysOf[tour.view.kind].map((action) => (
        <Button
          key={action}
          kind={action === 'yes' || action === 'next' ? 'main' : 'plain'}
          aria-disabled={isDisabled}
          onClick={withFocus(() => tour.step(action))}
        >
          {t(`tour.${action}`)}
        </Button>
      ))}
      {onQuestions && <QuietButton onClick={withFocus(onQuestions)}>{t('tour.questions')}</QuietButton>}
      <QuietButton className={styles['more']} aria-haspopup="dialog" onClick={onTour}>
        <span>{t('tour.more')}</span>
        <Icon name="arrow-up" />
      </QuietButton>
    </div>
  );
}

interface PlayerKeysProps {
  player: TourPlayer;
  state: Exclude<TourPlayerState, 'off'>;
}

function PlayerKeys({ player: { play, pause, next, rewind, stop }, state }: PlayerKeysProps) {
  const t = useT();
  const isOn = state === 'playing' || state === 'waiting';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className={styles['pinned']} role="group" aria-label={t('tour.listen')}>
      <div className={styles['state']}>
        <p className={styles['note']} role={state === 'failed' ? 'alert' : 'status'}>
          {t(`tour.state.${state}`)}
        </p>
        <QuietButton className={styles['more']} onClick={stop}>
          {t('tour.stopPlaying')}
        </QuietButton>
      </div>
      <div className={styles['row']}>
        <Button kind="main" icon={isOn ? 'pause' : 'play'} iconSide="start" onClick={isOn ? pause : play}>
          {t(isOn ? 'introduction.pause' : 'introduction.resume')}
        </Button>
        <Button onClick={next}>{t('tour.next')}</Button>
        <QuietButton onClick={rewind}>{t('tour.rewind')}</QuietButton>
      </div>
    </div>
  );
}
