import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Label } from '@enfilade/shared-contracts/ui/label';
import { Rosette } from '@enfilade/shared-contracts/ui/rosette';
import styles from './voice-notice.module.css';

interface VoiceNoticeProps {
  guideName: string;
  t: Translate;
  onType(): void;
}

/** What stands on the audio side until the guide can speak: that it cannot yet, and what to do instead. */
export function VoiceNotice({ guideName, t, onType }: VoiceNoticeProps) {
  return (
    <div className={styles['stage']}>
      <Rosette state="muted" size="9.5rem" />
      <Label corners className={styles['card']}>
        <h2 className={styles['title']}>{t('voice.title')}</h2>
        <p>{t('voice.explanation', { guide: guideName })}</p>
      </Label>
      <Button kind="main" wide className={styles['button']} onClick={onType}>
        {t('voice.typeInstead')}
      </Button>
    </div>
  );
}
