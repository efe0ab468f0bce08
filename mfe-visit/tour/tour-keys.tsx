import type { Tour, TourPlanResponse } from '@enfilade/shared-contracts/api/schemas';
import { Button, QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Card } from '@enfilade/shared-contracts/ui/card';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { focusLog } from '@enfilade/shared-contracts/ui/focus-log';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { type MouseEvent, useEffect, useState } from 'react';
import { useT } from '../texts/texts.ts';
import type { TourPlayer, TourPlayerState } from './create-tour-player.ts';
import styles from './tour-keys.module.css';

/** A key sends its own label as the visitor's message: the first word of `tourWords`. */
export type TourStep = 'begin' | 'yes' | 'no' | 'next' | 'again' | 'skip' | 'stay' | 'end';

export type TourView = { kind: 'start'; plan: TourPlanResponse } | { kind: 'asks' | 'next' | 'none' };

interface ShownTour {
  view: TourView;
  position: Tour | undefined;
  step(action: TourStep): boolean;
  putOff(): void;
  keepProgress(): void;
  /** Undefined if the language has no voice. */
  play: (() => void) | undefined;
  player: TourPlayer;
  playing: TourPlayerState;
}

export interface TourVisit {
  talk: { isBlocked: boolean };
  followUps: { questions: readonly string[] };
  tour: ShownTour | undefined;
}

interface TourBoxProps {
  visit: TourVisit;
  onTour(): void;
  /** In a call the questions replace the captions. */
  onQuestions?: (() => void) | undefined;
}

interface KeysBelowProps extends Omit<TourBoxProps, 'onQuestions'> {
  turn: number;
  draw(wantsQuestions: boolean): Elements;
}

export function KeysBelow({ turn, draw, ...box }: KeysBelowProps) {
  const [asking, setAsking] = useState<number>();
  const wantsQuestions = asking === turn;
  const hasOthers = box.visit.followUps.questions.length > 0 && !wantsQuestions;
  return (
    <>
      <div className={styles['said']}>{draw(wantsQuestions)}</div>
      <TourBox {...box} onQuestions={hasOthers ? () => setAsking(turn) : undefined} />
    </>
  );
}

interface KeysInTextProps extends Omit<TourBoxProps, 'onQuestions'> {
  said: number;
  children: Elements;
}

/** In writing the questions wait behind a key: they arrive after the answer, and would move the tour's keys under a finger. */
export function KeysInText({ said, children, ...box }: KeysInTextProps) {
  const [asking, setAsking] = useState<number>();
  const kind = box.visit.tour?.view.kind;
  const isWaiting = (kind === 'asks' || kind === 'next') && asking !== said;
  return (
    <>
      <TourBox {...box} onQuestions={isWaiting ? () => setAsking(said) : undefined} />
      {!isWaiting && children}
    </>
  );
}

export function TourBox({ visit: { talk, tour }, onTour, onQuestions }: TourBoxProps) {
  useEffect(() => tour?.keepProgress(), [tour]);
  if (!tour || tour.view.kind === 'none' || tour.playing !== 'off') return null;
  if (tour.view.kind === 'start') return <StartCard {...{ tour }} plan={tour.view.plan} isDisabled={talk.isBlocked} />;
  const isAsked = tour.view.kind === 'asks';
  return <TourKeys {...{ isAsked, onQuestions }} isDisabled={talk.isBlocked} onStep={tour.step} onTour={onTour} />;
}

interface StartCardProps {
  plan: TourPlanResponse;
  tour: ShownTour;
  isDisabled: boolean;
}

function StartCard({ plan: { rooms, minutes, chosenMinutes, fills }, tour, isDisabled }: StartCardProps) {
  const t = useT();
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

/** The smallest phones have room for one word. */
export function BeginKey({ onBegin }: { onBegin(): void }) {
  const t = useT();
  return (
    <QuietButton aria-label={t('tour.begin')} onClick={onBegin}>
      <span className={styles['long']}>{t('tour.begin')}</span>
      <span className={styles['short']}>{t('tour.beginShort')}</span>
    </QuietButton>
  );
}

/** The pressed key disappears, so the focus moves to the log. */
const withFocus = (act: () => void) => (event: MouseEvent) => {
  focusLog(event.currentTarget);
  act();
};

interface TourKeysProps extends Pick<TourBoxProps, 'onTour' | 'onQuestions'> {
  isAsked: boolean;
  isDisabled: boolean;
  onStep(action: TourStep): void;
}

function TourKeys({ isAsked, isDisabled, onStep, onTour, onQuestions }: TourKeysProps) {
  const t = useT();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className={styles['row']} role="group" aria-label={t('tour.title')}>
      {(isAsked ? (['yes', 'no'] as const) : (['next'] as const)).map((action, at) => (
        <Button key={action} kind={at === 0 ? 'main' : 'plain'} aria-disabled={isDisabled} onClick={withFocus(() => onStep(action))}>
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

export function PlayerKeys({ tour: { player, playing: state } }: { tour: ShownTour }) {
  const t = useT();
  const { play, pause, next, rewind, stop } = player;
  if (state === 'off') return null;
  const isOn = state === 'playing' || state === 'waiting';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className={styles['player']} role="group" aria-label={t('tour.listen')}>
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
