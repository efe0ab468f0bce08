import { withFrenchSpaces } from '@enfilade/shared-contracts/i18n/french-spaces';
import { isUnderWay, type PlayerState, type Playing } from '@enfilade/shared-contracts/kit/audio-player';
import { createRecordingPlayer, type PlaybackProblem } from '@enfilade/shared-contracts/kit/create-player';
import { formatSeconds } from '@enfilade/shared-contracts/kit/format-seconds';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { useBusy } from '@enfilade/shared-contracts/remote/use-busy';
import { Button } from '@enfilade/shared-contracts/ui/button';
import type { IconName } from '@enfilade/shared-contracts/ui/glyphs';
import { useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import common from '@enfilade/shared-contracts/ui/styles/common.module.css';
import { type ComponentProps, type RefObject, useEffect, useMemo, useRef } from 'react';
import { GuidePage } from '../frame/guide-page.tsx';
import { type TextKey, useT } from '../texts/texts.ts';
import styles from './introduction.module.css';

export type RecordingState = Playing<PlaybackProblem>;

export function useRecording(url: string) {
  const { clock, session } = useScreen();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another recording starts from its beginning
  const player = useMemo(() => createRecordingPlayer({ clock, session }), [url, clock, session]);
  useEffect(() => player.stop, [player]);
  const recording = useStore(player, (state) => state);
  const { state, seconds } = recording;
  return {
    recording,
    isHeard: isUnderWay(state) || state === 'paused',
    pause: player.pause,
    seek: player.seek,
    /** Browsers require a tap for `play`. */
    toggle() {
      if (state === 'playing') player.pause();
      else if (state === 'paused') player.resume();
      else if (isUnderWay(state)) player.stop();
      else player.play(url, url, state === 'complete' ? 0 : seconds);
    },
  };
}

/** A line of the transcript, and the second of its beginning. */
interface IntroductionLine {
  seconds: number;
  text: string;
}

/** -1 before the first line. Lines are in spoken order. */
export function pickCurrentLine(lines: readonly IntroductionLine[], seconds: number): number {
  return lines.findLastIndex((line) => line.seconds <= seconds);
}

interface IntroductionProps {
  recording: RecordingState;
  lines: readonly IntroductionLine[];
  /** Index of the spoken line; -1 if none is spoken. */
  currentLine: number;
  onToggle(): void;
  onTalk(): void;
  onUseText(): void;
}

const avatars: Record<PlayerState, ComponentProps<typeof GuidePage>['avatar']> = {
  loading: 'thinking',
  ready: 'thinking',
  playing: 'speaking',
  paused: 'idle',
  complete: 'idle',
  stopped: 'idle',
  error: 'muted',
};

export const playButtons: Record<PlayerState, { label: TextKey; icon: IconName }> = {
  loading: { label: 'introduction.stop', icon: 'stop' },
  ready: { label: 'introduction.stop', icon: 'stop' },
  playing: { label: 'introduction.pause', icon: 'pause' },
  paused: { label: 'introduction.resume', icon: 'play' },
  complete: { label: 'introduction.replay', icon: 'retry' },
  stopped: { label: 'introduction.play', icon: 'play' },
  error: { label: 'introduction.retry', icon: 'retry' },
};

interface RecordedIntroductionProps extends Pick<IntroductionProps, 'lines' | 'onTalk' | 'onUseText'> {
  url: string;
  hasStarted: RefObject<boolean>;
}

export function RecordedIntroduction({ url, hasStarted, lines, ...props }: RecordedIntroductionProps) {
  const { recording, isHeard, toggle } = useRecording(url);
  useEffect(() => {
    hasStarted.current = isHeard;
  }, [hasStarted, isHeard]);
  // A new version of the screen would start the recording again.
  useBusy(useScreen().setBusy, isHeard);
  const currentLine = isHeard ? pickCurrentLine(lines, recording.seconds) : -1;
  return <Introduction {...props} recording={recording} lines={lines} currentLine={currentLine} onToggle={toggle} />;
}

export function Introduction({ recording, lines, currentLine, onToggle, onTalk, onUseText }: IntroductionProps) {
  const t = useT();
  const { label, icon } = playButtons[recording.state];
  const buttons = (
    <>
      <Button kind="main" wide icon={icon} iconSide="start" onClick={onToggle}>
        {t(label)}
      </Button>
      <Button wide icon="microphone" iconSide="start" onClick={onTalk}>
        {t('introduction.talk')}
      </Button>
      <Button wide icon="text-lines" iconSide="start" onClick={onUseText}>
        {t('introduction.useText')}
      </Button>
    </>
  );
  return (
    <GuidePage className={styles['introduction']} avatar={avatars[recording.state]} buttons={buttons}>
      <div className={styles['words']}>
        <h1>{t('introduction.title')}</h1>
        <p className={common['note']}>{t('introduction.note')}</p>
      </div>
      <PlayerStatus recording={recording} />
      {lines.length > 0 && <Lines lines={lines} current={currentLine} label={t('introduction.transcript')} />}
    </GuidePage>
  );
}

export const statusKey = ({ state, problem = 'unreachable' }: Pick<RecordingState, 'state' | 'problem'>): TextKey =>
  `introduction.state.${state === 'error' ? problem : state}`;

function PlayerStatus({ recording: { state, problem, seconds, duration } }: Pick<IntroductionProps, 'recording'>) {
  const t = useT();
  const isError = state === 'error';
  const played = formatSeconds(seconds);
  return (
    <div className={styles['status']}>
      <p role={isError ? 'alert' : 'status'} className={isError ? styles['error'] : undefined}>
        {t(statusKey({ state, problem }))}
      </p>
      <p className={styles['counter']}>
        {duration === undefined ? played : t('introduction.time', { played, duration: formatSeconds(duration) })}
      </p>
    </div>
  );
}

interface LinesProps {
  lines: readonly IntroductionLine[];
  current: number;
  label: string;
}

/** Scrolls once to each spoken line, so that visitors may read elsewhere. */
export function Lines({ lines, current, label }: LinesProps) {
  const box = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const line = box.current?.children[current];
    // `scrollIntoView` would also scroll the page. The previous line stays in sight.
    if (box.current && line instanceof HTMLElement)
      box.current.scrollTop = line.offsetTop - Number.parseFloat(getComputedStyle(line).lineHeight);
  }, [current]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <ol className={styles['lines']} aria-label={label} tabIndex={0} ref={box}>
      {lines.map((line, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may begin at the same second, and none is added
          key={index}
          className={index === current ? styles['current'] : styles['line']}
          aria-current={index === current ? 'true' : undefined}
        >
          {withFrenchSpaces(line.text)}
        </li>
      ))}
    </ol>
  );
}
