import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { useId } from 'react';
import styles from './styles/fields.module.css';

interface ShareFieldsProps {
  /** As typed; see `parseShare`. */
  share: string;
  t: Translate;
  onChange(share: string): void;
}

/** Percent of the visitors as a slider and as a number: both say the same. */
export function ShareFields({ share, t, onChange }: ShareFieldsProps) {
  const labelId = useId();
  return (
    <fieldset className={styles['share']} aria-labelledby={labelId}>
      <span id={labelId} className={styles['label']}>
        {t('rollout.share')}
      </span>
      <input
        type="range"
        min="0"
        max="100"
        step="1"
        aria-labelledby={labelId}
        value={Number(share) || 0}
        onChange={(event) => onChange(event.target.value)}
      />
      <input
        className={styles['number']}
        type="number"
        inputMode="decimal"
        min="0"
        max="100"
        step="any"
        aria-label={t('rollout.sharePercent')}
        value={share}
        onChange={(event) => onChange(event.target.value)}
      />
      <span aria-hidden="true">%</span>
    </fieldset>
  );
}
