import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import type { ReactNode } from 'react';
import styles from './talk-panel.module.css';

interface TalkPanelProps {
  locationBar: ReactNode;
  scene: ReactNode;
  /** The call's status. */
  status: string;
  /** Captions, questions or a problem. */
  box: ReactNode;
  hint: ReactNode;
  keys: { start: ReactNode; main: ReactNode; end: ReactNode };
  /** Only without a recogniser. */
  composer?: ReactNode;
}

/** The layout of a call. Every part keeps its place in every state. */
export function TalkPanel({ locationBar, scene, status, box, hint, keys, composer }: TalkPanelProps) {
  return (
    <div className={styles['panel']}>
      <div className={styles['place']}>{locationBar}</div>
      {scene}
      <div className={styles['middle']}>
        <p className={styles['status']} role="status">
          {status}
        </p>
        <div className={styles['box']}>{box}</div>
      </div>
      <div className={styles['talk']}>
        {hint}
        <div className={styles['keys']}>
          {keys.start}
          {keys.main}
          {keys.end}
        </div>
      </div>
      {composer && <div className={styles['composer']}>{composer}</div>}
    </div>
  );
}

interface PlaybackNoticeProps {
  guideName: string;
  t: Translate;
  onResume(): void;
}

/** The browser plays nothing before a tap. */
export function PlaybackNotice({ guideName, t, onResume }: PlaybackNoticeProps) {
  return (
    <div className={styles['note']} role="alert">
      <p>{t('talk.playback.why')}</p>
      <Button kind="main" wide icon="sound-on" iconSide="start" onClick={onResume}>
        {t('talk.playback.resume', { guide: guideName })}
      </Button>
    </div>
  );
}
