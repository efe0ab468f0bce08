import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import styles from './waiting-view.module.css';

/** The guide's avatar, and a text that says what is loading. */
export function WaitingView({ i18n, text }: { i18n: I18n; text?: string }) {
  const { t } = useTranslation(i18n, 'shared');
  return (
    <main className={styles['page']}>
      <div className={styles['wait']}>
        <GuideAvatar state="thinking" size="13rem" />
        <p role="status">{text ?? t('shared:loading')}</p>
      </div>
    </main>
  );
}
