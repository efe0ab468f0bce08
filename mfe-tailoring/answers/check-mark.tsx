import { Icon } from '@enfilade/shared-contracts/ui/icon';
import styles from './check-mark.module.css';

export function CheckMark({ isChecked, isSquare = false }: { isChecked: boolean; isSquare?: boolean }) {
  const names = [styles['mark'], isSquare && styles['square'], isChecked && styles['checked']];
  return (
    <span className={names.filter(Boolean).join(' ')}>
      <Icon name="check" />
    </span>
  );
}
