import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { memo } from 'react';
import type { Entry } from '../../model/entries.ts';
import styles from './ledger-entry.module.css';

interface LedgerEntryProps extends Pick<Entry, 'number' | 'speaker' | 'text' | 'sources'> {
  isNewest: boolean;
  /** The answer ends before its end. */
  isCutOff: boolean;
  /** Who speaks, in the visitor's language. */
  name: string;
  t: Translate;
}

/** One numbered turn. The newest answer stands large, in the museum's own type. */
export const LedgerEntry = memo(function LedgerEntry({ number, speaker, text, sources, isNewest, isCutOff, name, t }: LedgerEntryProps) {
  const names = [styles['entry'], isNewest && styles['newest'], speaker === 'guide' && styles['guide']];
  return (
    <li className={names.filter(Boolean).join(' ')}>
      <span className={styles['number']} aria-hidden="true">
        {number}
      </span>
      <div>
        <h2 className={styles['name']}>{name}</h2>
        <p className={styles['words']}>{text}</p>
        {isCutOff && <p className={styles['note']}>{t('entry.cutOff')}</p>}
        {sources.map((title) => (
          <p className={styles['note']} key={title}>
            {t('entry.source', { title })}
          </p>
        ))}
      </div>
    </li>
  );
});
