import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { BrowserFamily } from './browser-family.ts';
import styles from './rows.module.css';

const steps = [1, 2, 3] as const;

/** The browser's own way to the microphone. */
export function StepList({ browser, t }: { browser: BrowserFamily; t: Translate }) {
  return (
    <div>
      <ol className={styles['rows']}>
        {steps.map((step) => (
          <li key={step} className={styles['row']}>
            <span className={styles['number']}>{step}</span>
            <span>{t(`connect.steps.${browser}.${step}`)}</span>
          </li>
        ))}
      </ol>
      <p className={styles['note']}>{t('connect.denied.device')}</p>
    </div>
  );
}
