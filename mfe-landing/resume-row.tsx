import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { Resume } from './resume.ts';
import styles from './resume-row.module.css';

interface ResumeRowProps {
  resume: Resume;
  t: Translate;
  onResume: () => void;
}

/** For who comes back: the guide's sign, where it left off, and the way there. */
export function ResumeRow({ resume: { name, note }, t, onResume }: ResumeRowProps) {
  return (
    <button type="button" className={styles['row']} onClick={onResume}>
      <GuideAvatar state="idle" size="2.75rem" />
      <span className={styles['words']}>
        <span className={styles['name']}>{t('resume.continue', { name })}</span>
        <span className={styles['note']}>{t(note.key, note.values)}</span>
      </span>
      <Icon name="arrow-right" />
    </button>
  );
}
