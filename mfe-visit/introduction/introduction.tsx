import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { isUnderWay, type PlayerState } from '@enfilade/shared-contracts/kit/audio-player';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { formatSeconds } from '@enfilade/shared-contracts/kit/format-seconds';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { Button } from '@enfilade/shared-contracts/ui/button';
import type { IconName } from '@enfilade/shared-contracts/ui/glyphs';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react';
import { createIntroductionPlayer } from './create-introduction-player.ts';
import styles from './introduction.module.css';
import { type IntroductionLine, isIntroductionTime, pickCurrentLine, type RecordingState } from './recording.ts';

type IntroductionProfile = MuseumProfile['introduction'];

interface IntroductionOptions {
  introduction: IntroductionProfile;
  language: Language;
  clock: Clock;
}

const noLines: readonly IntroductionLine[] = [];

/**
 * The museum's recorded introduction in its hours. Whether it is shown is decided when the screen opens and when the
 * visitor comes back to the page, never while it plays.
 */
export function useIntroduction({ introduction, language, clock }: IntroductionOptions) {
  const spokenLanguage = introduction?.urls[language] === undefined ? 'en' : language;
  const url = introduction?.urls[spokenLanguage] ?? '';
  const player = useMemo(() => createIntroductionPlayer(url, clock), [url, clock]);
  useEffect(() => () => player.stop(), [player]);
  const recording = useStore(player, (state) => state);
  const [isTime, setTime] = useState(() => isNow(introduction, clock));
  const [isLeft, setLeft] = useState(false);

  useEffect(() => {
    const onVisibilityChange = () => {
      const { state } = player.getState();
      const hasStarted = isUnderWay(state) || state === 'paused';
      if (document.visibilityState === 'visible' && !hasStarted) setTime(isNow(introduction, clock));
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, [player, introduction, clock]);

  const lines = introduction?.transcripts[spokenLanguage] ?? noLines;
  const isHeard = isUnderWay(recording.state) || recording.state === 'paused';
  return {
    isShown: isTime && !isLeft && url !== '',
    recording,
    lines,
    currentLine: isHeard ? pickCurrentLine(lines, recording.seconds) : -1,
    toggle: player.toggle,
    /** Ends it for this screen. */
    leave() {
      player.stop();
      setLeft(true);
    },
  };
}

function isNow(introduction: IntroductionProfile, clock: Clock): boolean {
  if (!introduction) return false;
  try {
    return isIntroductionTime(introduction, clock.now());
  } catch {
    // A time zone that this browser does not know.
    return false;
  }
}

interface IntroductionProps {
  recording: RecordingState;
  lines: readonly IntroductionLine[];
  /** Index of the line being spoken; -1 while none is. */
  currentLine: number;
  guideName: string;
  t: Translate;
  onToggle(): void;
  /** Leaves the recording for the voice visit. */
  onTalk(): void;
  onUseText(): void;
}

type Avatar = ComponentProps<typeof GuideAvatar>['state'];

const avatars: Record<PlayerState, Avatar> = {
  loading: 'thinking',
  ready: 'thinking',
  playing: 'speaking',
  paused: 'idle',
  complete: 'idle',
  stopped: 'idle',
  error: 'muted',
};

const buttons: Record<PlayerState, { label: string; icon: IconName }> = {
  loading: { label: 'stop', icon: 'stop' },
  ready: { label: 'stop', icon: 'stop' },
  playing: { label: 'pause', icon: 'pause' },
  paused: { label: 'resume', icon: 'play' },
  complete: { label: 'replay', icon: 'retry' },
  stopped: { label: 'play', icon: 'play' },
  error: { label: 'retry', icon: 'retry' },
};

const startedStates: ReadonlySet<PlayerState> = new Set(['loading', 'ready', 'playing', 'paused']);

/** The recorded introduction, shown instead of the voice visit. */
export function Introduction({ recording, lines, currentLine, guideName, t, onToggle, onTalk, onUseText }: IntroductionProps) {
  const { label, icon } = buttons[recording.state];
  return (
    // A new version of the screen would start the recording again.
    <div className={styles['introduction']} data-busy={startedStates.has(recording.state) || undefined}>
      <div className={styles['page']}>
        <div className={styles['avatar']}>
          <GuideAvatar state={avatars[recording.state]} size="100%" />
        </div>
        <div className={styles['words']}>
          <h1>{t('introduction.title')}</h1>
          <p className={styles['note']}>{t('introduction.note')}</p>
        </div>
        <PlayerStatus recording={recording} t={t} />
        {lines.length > 0 && <IntroductionLines lines={lines} current={currentLine} label={t('introduction.transcript')} />}
      </div>
      <div className={styles['foot']}>
        <Button kind="main" wide icon={icon} iconSide="start" onClick={onToggle}>
          {t(`introduction.${label}`)}
        </Button>
        <Button wide icon="microphone" iconSide="start" onClick={onTalk}>
          {t('introduction.talk', { guide: guideName })}
        </Button>
        <Button wide icon="text-lines" iconSide="start" onClick={onUseText}>
          {t('introduction.useText')}
        </Button>
      </div>
    </div>
  );
}

function PlayerStatus({ recording: { state, problem, seconds, duration }, t }: Pick<IntroductionProps, 'recording' | 't'>) {
  const isError = state === 'error';
  const played = formatSeconds(seconds);
  return (
    <div className={styles['status']}>
      <p role={isError ? 'alert' : 'status'} className={isError ? styles['error'] : undefined}>
        {t(`introduction.state.${isError ? (problem ?? 'unreachable') : state}`)}
      </p>
      <p className={styles['counter']}>
        {duration === undefined ? played : t('introduction.time', { played, duration: formatSeconds(duration) })}
      </p>
    </div>
  );
}

interface IntroductionLinesProps {
  lines: readonly IntroductionLine[];
  current: number;
  label: string;
}

/** The transcript. It scrolls to each line as it is spoken, and not in between: visitors may read elsewhere. */
function IntroductionLines({ lines, current, label }: IntroductionLinesProps) {
  const box = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const line = box.current?.children[current];
    // Not `scrollIntoView`: it would scroll the page, too.
    if (box.current && line instanceof HTMLElement) box.current.scrollTop = line.offsetTop - box.current.clientHeight / 3;
  }, [current]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <ol className={styles['lines']} aria-label={label} tabIndex={0} ref={box}>
      {lines.map((line, index) => (
        <li
          key={line.seconds}
          className={index === current ? styles['current'] : styles['line']}
          aria-current={index === current ? 'true' : undefined}
        >
          {line.text}
        </li>
      ))}
    </ol>
  );
}
