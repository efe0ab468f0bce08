import type { TourPlanResponse } from '@enfilade/shared-contracts/api/schemas';
import type { TourAction } from '@enfilade/shared-contracts/museum/tour-words';
import { Button, QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Card } from '@enfilade/shared-contracts/ui/card';
import { focusLog } from '@enfilade/shared-contracts/ui/focus-log';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { MouseEvent } from 'react';
import type { TextKey, Translate } from '../texts/texts.ts';
import styles from './tour-keys.module.css';
import type { useTourPlayer } from './use-tour-player.ts';

interface StartCardProps {
  plan: TourPlanResponse;
  isDisabled: boolean;
  t: Translate;
  onBegin(): void;
  onPutOff(): void;
  /** Absent in a language without a voice. */
  onPlay?: (() => void) | undefined;
}

/** What the tour is, and the way into it. */
export function StartCard({ plan: { rooms, minutes, chosenMinutes, fills }, isDisabled, t, onBegin, onPutOff, onPlay }: StartCardProps) {
  const stops = rooms.reduce((sum, room) => sum + room.stops, 0);
  const facts = [
    ...(rooms.length > 1 ? [t('tour.rooms', { count: rooms.length })] : []),
    t('tour.stops', { count: stops }),
    t('tour.minutes', { count: minutes }),
  ];
  return (
    <Card as="section" className={styles['start']} aria-label={t('tour.title')}>
      <p className={styles['facts']}>{facts.join(', ')}</p>
      {!fills && chosenMinutes !== undefined && minutes < chosenMinutes && (
        <p className={styles['note']}>{t('tour.short', { minutes, count: chosenMinutes })}</p>
      )}
      <div className={styles['keys']}>
        <Button kind="main" aria-disabled={isDisabled} onClick={withFocus(onBegin)}>
          {t('tour.begin')}
        </Button>
        {onPlay && (
          <Button icon="play" iconSide="start" aria-disabled={isDisabled} onClick={withFocus(onPlay)}>
            {t('tour.listen')}
          </Button>
        )}
        <QuietButton onClick={withFocus(onPutOff)}>{t('tour.putOff')}</QuietButton>
      </div>
    </Card>
  );
}

/** A key that goes with its press hands the focus on. */
const withFocus = (act: () => void) => (event: MouseEvent) => {
  focusLog(event.currentTarget);
  act();
};

interface TourKeysProps {
  /** The guide has asked; else the way on. */
  isAsked: boolean;
  isDisabled: boolean;
  t: Translate;
  onStep(action: TourAction): void;
  /** Shows the rooms, and what else can be done on the tour. */
  onMore(): void;
  /** In a call: the suggested questions, in place of the captions. */
  onQuestions?: (() => void) | undefined;
}

/** The answers to the guide's question on the tour, or the way on. */
export function TourKeys({ isAsked, isDisabled, t, onStep, onMore, onQuestions }: TourKeysProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a form's look, and nothing of it is filled in
    <div className={styles['row']} role="group" aria-label={t('tour.title')}>
      {(isAsked ? (['yes', 'no'] as const) : (['next'] as const)).map((action, at) => (
        <Button
          key={action}
          kind={at === 0 ? 'main' : 'plain'}
          aria-disabled={isDisabled}
          onClick={withFocus(() => onStep(action))}
        >
          {t(`tour.${action}`)}
        </Button>
      ))}
      {onQuestions && <QuietButton onClick={onQuestions}>{t('tour.questions')}</QuietButton>}
      <QuietButton className={styles['more']} aria-haspopup="dialog" onClick={onMore}>
        <span>{t('tour.more')}</span>
        <Icon name="arrow-up" />
      </QuietButton>
    </div>
  );
}

const steps = ['next', 'again', 'skip', 'stay', 'end'] as const;

interface TourStepsProps {
  t: Translate;
  onStep(action: TourAction): void;
  onPlay?: (() => void) | undefined;
}

/** All that can be done on the tour, below its rooms. */
export function TourSteps({ t, onStep, onPlay }: TourStepsProps) {
  return (
    <ul className={styles['steps']} aria-label={t('tour.title')}>
      {onPlay && (
        <li>
          <Button wide icon="play" iconSide="start" onClick={onPlay}>
            {t('tour.listen')}
          </Button>
        </li>
      )}
      {steps.map((action) => (
        <li key={action}>
          <Button wide onClick={() => onStep(action)}>
            {t(`tour.${action}` satisfies TextKey)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface PlayerKeysProps {
  player: Pick<ReturnType<typeof useTourPlayer>, 'state' | 'play' | 'pause' | 'next' | 'rewind' | 'stop'>;
  t: Translate;
}

/** The tour that plays by itself: its state in words, and its keys. */
export function PlayerKeys({ player: { state, play, pause, next, rewind, stop }, t }: PlayerKeysProps) {
  const isOn = state === 'playing' || state === 'waiting';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a form's look, and nothing of it is filled in
    <div className={styles['player']} role="group" aria-label={t('tour.listen')} data-busy="">
      <p className={styles['note']} role={state === 'failed' ? 'alert' : 'status'}>
        {t(`tour.state.${state === 'off' ? 'paused' : state}`)}
      </p>
      <div className={styles['row']}>
        <Button kind="main" icon={isOn ? 'pause' : 'play'} iconSide="start" onClick={isOn ? pause : play}>
          {t(isOn ? 'introduction.pause' : 'introduction.resume')}
        </Button>
        <Button onClick={next}>{t('tour.next')}</Button>
        <QuietButton onClick={rewind}>{t('tour.rewind')}</QuietButton>
        <QuietButton className={styles['more']} onClick={stop}>
          {t('tour.stopPlaying')}
        </QuietButton>
      </div>
    </div>
  );
}
