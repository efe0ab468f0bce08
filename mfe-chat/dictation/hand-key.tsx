import type { IconName } from '@enfilade/shared-contracts/ui/glyphs';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { Ref } from 'react';
import styles from './hands.module.css';

interface HandKeyProps {
  icon: IconName;
  word: string;
  isMain?: boolean;
  /** A key without a press is closed; it keeps its place and the focus. */
  onPress: (() => void) | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** A round key with its word under it. */
export function HandKey({ icon, word, isMain, onPress, ref }: HandKeyProps) {
  return (
    <button type="button" ref={ref} className={styles['key']} aria-disabled={onPress === undefined} onClick={onPress}>
      <span className={styles['place']}>
        <span className={`${styles['knob']} ${isMain ? styles['main'] : ''}`}>
          <Icon name={icon} />
        </span>
      </span>
      <span className={styles['word']}>{word}</span>
    </button>
  );
}
