import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import type { IconName } from '@enfilade/shared-contracts/ui/glyphs';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import type { PlayerState } from '@enfilade/shared-contracts/kit/audio-player';
import { type ComponentProps, useEffect, useRef } from 'react';
import styles from './introduction.module.css';
import { formatSeconds, type IntroductionLine, type Playing } from './recording.ts';

interface IntroductionLinesProps {
  lines: readonly IntroductionLine[];
  current: number;
  label: string;
}

/** What the recording says. The box follows the voice; whoever reads elsewhere in it with a finger is not pulled back until the next line. */
function IntroductionLines({ lines, current, label }: IntroductionLinesProps) {
  const box = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const line = box.current?.children[current];
    // Never `scrollIntoView`: that would move the page under a thumb, too.
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

interface IntroductionProps {
  playing: Playing;
  lines: readonly IntroductionLine[];
  /** Index of the line being said; -1 while none is. */
  currentLine: number;
  guideName: string;
  t: Translate;
  onToggle(): void;
  /** Leaves the recording for the ordinary voice visit. */
  onTalk(): void;
  onUseText(): void;
}

type Sign = ComponentProps<typeof GuideAvatar>['state'];

const signs: Record<PlayerState, Sign> = {
  loading: 'thinking',
  ready: 'thinking',
  playing: 'speaking',
  paused: 'idle',
  complete: 'idle',
  stopped: 'idle',
  error: 'muted',
};

const buttons: Record<PlayerState, { word: string; icon: IconName }> = {
  loading: { word: 'stop', icon: 'stop' },
  ready: { word: 'stop', icon: 'stop' },
  playing: { word: 'pause', icon: 'pause' },
  paused: { word: 'resume', icon: 'play' },
  complete: { word: 'replay', icon: 'retry' },
  stopped: { word: 'play', icon: 'play' },
  error: { word: 'retry', icon: 'retry' },
};

const isBegun: ReadonlySet<PlayerState> = new Set(['loading', 'ready', 'playing', 'paused']);

/** The recorded introduction, in the place of the connection. */
export function Introduction({ playing, lines, currentLine, guideName, t, onToggle, onTalk, onUseText }: IntroductionProps) {
  const { word, icon } = buttons[playing.state];
  return (
    // What has begun plays to its end: a new version of the screen would begin it anew.
    <div className={styles['introduction']} data-busy={isBegun.has(playing.state) || undefined}>
      <div className={styles['page']}>
        <div className={styles['sign']}>
          <GuideAvatar state={signs[playing.state]} size="100%" />
        </div>
        <div className={styles['words']}>
          <h1>{t('introduction.title')}</h1>
          <p className={styles['note']}>{t('introduction.note')}</p>
        </div>
        <PlayerStatus playing={playing} t={t} />
        {lines.length > 0 && <IntroductionLines lines={lines} current={currentLine} label={t('introduction.transcript')} />}
      </div>
      <div className={styles['foot']}>
        <Button kind="main" wide icon={icon} iconSide="start" onClick={onToggle}>
          {t(`introduction.${word}`)}
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

function PlayerStatus({ playing: { state, fault, seconds, duration }, t }: Pick<IntroductionProps, 'playing' | 't'>) {
  const isError = state === 'error';
  const played = formatSeconds(seconds);
  return (
    <div className={styles['status']}>
      <p role={isError ? 'alert' : 'status'} className={isError ? styles['error'] : undefined}>
        {t(`introduction.state.${isError ? (fault ?? 'unreachable') : state}`)}
      </p>
      <p className={styles['counter']}>
        {duration === undefined ? played : t('introduction.time', { played, duration: formatSeconds(duration) })}
      </p>
    </div>
  );
}
