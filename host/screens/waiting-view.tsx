import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import type { ReactNode } from 'react';
import styles from './waiting-view.module.css';

/** The guide's sign and what is going on, in words. */
export function WaitingView({ i18n, words, children }: { i18n: I18n; words?: string; children?: ReactNode }) {
  const { t } = useTranslation(i18n, 'shared');
  return (
    <main className={styles['page']}>
      <div className={styles['wait']}>
        <GuideAvatar state="thinking" size="13rem" />
        <p role="status">{words ?? t('loading')}</p>
      </div>
      {children}
    </main>
  );
}
