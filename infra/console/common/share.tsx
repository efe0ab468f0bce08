import { percentSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { useId } from 'react';
import fields from '../styles/fields.module.css';
import styles from '../styles/share-bar.module.css';
import { useConsole } from './console.tsx';

/** 0 to 100 with at most two decimals; undefined for anything else. */
export function parseShare(typed: string): number | undefined {
  return /^[\d.]+$/.test(typed.trim()) ? percentSchema.safeParse(Number(typed)).data : undefined;
}

export function ShareBar({ percent, words }: { percent: number; words: string }) {
  return (
    <span className={styles['share']}>
      <svg className={styles['bar']} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect width="100" height="1" className={styles['rest']} />
        <rect width={percent} height="1" className={styles['part']} />
      </svg>
      <span>{words}</span>
    </span>
  );
}

interface ShareFieldsProps {
  /** The typed text; see `parseShare`. */
  share: string;
  onChange(share: string): void;
}

/** In percent, as a slider and as a number field. */
export function ShareFields({ share, onChange }: ShareFieldsProps) {
  const { t } = useConsole();
  const labelId = useId();
  return (
    <fieldset className={fields['share']} aria-labelledby={labelId}>
      <span id={labelId} className={fields['label']}>
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
        className={fields['number']}
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
