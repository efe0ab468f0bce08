import { Icon } from '@enfilade/shared-contracts/ui/icon';
import styles from './check-mark.module.css';

/** Shows whether an option is chosen: round in a single choice, square in a multiple choice. */
export function CheckMark({ isChecked, isSquare = false }: { isChecked: boolean; isSquare?: boolean }) {
  const names = [styles['mark'], isSquare && styles['square'], isChecked && styles['checked']];
  return (
    <span className={names.filter(Boolean).join(' ')}>
      <Icon name="check" />
    </span>
  );
}
