import { Icon } from '@enfilade/shared-contracts/ui/icon';
import styles from './mark.module.css';

/** The place for the check: round where one answer counts, square where several may. */
export function Mark({ isChecked, isSquare = false }: { isChecked: boolean; isSquare?: boolean }) {
  const names = [styles['mark'], isSquare && styles['square'], isChecked && styles['checked']];
  return (
    <span className={names.filter(Boolean).join(' ')}>
      <Icon name="check" />
    </span>
  );
}
