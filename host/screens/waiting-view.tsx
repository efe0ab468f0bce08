import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { hasFirstPaint } from '../first-paint/take-over.ts';
import styles from './waiting-view.module.css';

interface WaitingTexts {
  /** Set if the reason of the wait is not loading. */
  text?: string | undefined;
  hint?: string | undefined;
}

/** Announced when the text changes. */
export function WaitingView({ i18n, text, hint }: WaitingTexts & { i18n: I18n }) {
  const { t } = useTranslation(i18n, 'shared');
  return (
    <main className={styles['page']}>
      <div className={styles['wait']}>
        <GuideAvatar state="thinking" size="13rem" />
        <div role="status">
          <h1>{text ?? t('shared:loading')}</h1>
          {hint && <p>{hint}</p>}
        </div>
      </div>
    </main>
  );
}

interface WaitingPageProps extends WaitingTexts {
  i18n: I18n;
  session: VisitorSession;
  museum?: Pick<Museum, 'name' | 'logoSvgURL'> | undefined;
}

/** The bar lets visitors choose the language at once. Beside the first paint, the page is empty unless `text` is set. */
export function WaitingPage({ i18n, session, museum, ...texts }: WaitingPageProps) {
  if (texts.text === undefined && hasFirstPaint()) return null;
  return (
    <>
      <TopBar museum={museum} i18n={i18n} session={session} />
      <WaitingView i18n={i18n} {...texts} />
    </>
  );
}
