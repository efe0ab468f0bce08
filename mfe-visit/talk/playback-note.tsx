import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import styles from './playback-note.module.css';

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
