import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import type { ReactNode } from 'react';
import styles from './talk-panel.module.css';

interface PlaybackNoteProps {
  guideName: string;
  t: Translate;
  onResume(): void;
}

/** The browser plays nothing before a tap; this is what to tap. */
export function PlaybackNote({ guideName, t, onResume }: PlaybackNoteProps) {
  return (
    <div className={styles['note']} role="alert">
      <p>{t('talk.playback.why')}</p>
      <Button kind="main" wide icon="sound-on" iconSide="start" onClick={onResume}>
        {t('talk.playback.resume', { guide: guideName })}
      </Button>
    </div>
  );
}

interface TalkPanelProps {
  /** Where one is. */
  strip: ReactNode;
  stage: ReactNode;
  /** The state in words. */
  word: string;
  /** Captions, questions, or what keeps the guide from being heard. */
  box: ReactNode;
  /** What to do with the keys. */
  how: ReactNode;
  /** Mute, the large one, captions; `main` is absent where nobody can hear. */
  keys: { start: ReactNode; main: ReactNode; end: ReactNode };
  /** Where the visitor writes, for those whom nobody can hear. */
  composer?: ReactNode;
}

/** The voice visit: scene above, label in the middle, voice under the thumb. Every part keeps its place in every state. */
export function TalkPanel({ strip, stage, word, box, how, keys, composer }: TalkPanelProps) {
  return (
    <div className={styles['panel']}>
      <div className={styles['place']}>{strip}</div>
      {stage}
      <div className={styles['saying']}>
        <p className={styles['word']} role="status">
          {word}
        </p>
        <div className={styles['box']}>{box}</div>
      </div>
      <div className={styles['talk']}>
        {how}
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
