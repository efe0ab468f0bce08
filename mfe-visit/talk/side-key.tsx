import type { IconName } from '@enfilade/shared-contracts/ui/glyphs';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import styles from './side-key.module.css';

interface SideKeyProps {
  icon: IconName;
  label: string;
  /** For what is on or off under one name; a label that changes says it by itself. */
  isPressed?: boolean;
  onPress(): void;
}

/** One of the two round keys beside the large one, with its word. */
export function SideKey({ icon, label, isPressed, onPress }: SideKeyProps) {
  return (
    <button type="button" className={styles['key']} aria-pressed={isPressed} onClick={onPress}>
      <span className={styles['knob']}>
        <Icon name={icon} />
      </span>
      <span className={styles['word']}>{label}</span>
    </button>
  );
}
