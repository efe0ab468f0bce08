import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { hasFirstPaint } from '../first-paint/take-over.ts';
import { useTexts } from './host-services.ts';
import { PageTop } from './page-parts.tsx';
import styles from './waiting-view.module.css';

interface WaitingTexts {
  /** Set if the reason of the wait is not loading. */
  text?: string | undefined;
  hint?: string | undefined;
}

/** Announced when the text changes. */
export function WaitingView({ text, hint }: WaitingTexts) {
  const { t } = useTexts();
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
  museum?: Pick<Museum, 'name' | 'logoSvgURL'> | undefined;
}

/** The bar lets visitors choose the language at once. Beside the first paint, the page is empty unless `text` is set. */
export function WaitingPage({ museum, ...texts }: WaitingPageProps) {
  if (texts.text === undefined && hasFirstPaint()) return null;
  return (
    <>
      <PageTop museum={museum} />
      <WaitingView {...texts} />
    </>
  );
}
