import { Icon } from '@enfilade/shared-contracts/ui/icon';
import styles from './check-mark.module.css';

/** Beside a checkbox, or in a button with `aria-pressed`. */
export function CheckMark() {
  return (
    <span className={styles['mark']}>
      <Icon name="check" />
    </span>
  );
}
