import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import styles from './progress.module.css';

interface ProgressProps {
  current: number;
  total: number;
  /** 0 to 100. */
  percent: number;
  labels: { progress: string; value: string; back: string };
  /** Absent on the first question, which has nothing behind it. */
  onBack?: (() => void) | undefined;
}

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** Room after room: how far the questions have come, and the way back. */
export function Progress({ current, total, percent, labels, onBack }: ProgressProps) {
  return (
    <div className={styles['progress']}>
      {onBack && (
        <QuietButton aria-label={labels.back} onClick={onBack}>
          <Icon name="arrow-left" />
        </QuietButton>
      )}
      <div
        className={styles['bars']}
        role="progressbar"
        aria-label={labels.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={labels.value}
      >
        {numbersTo(total).map((number) => (
          <span key={number} className={number <= current ? styles['done'] : undefined} />
        ))}
      </div>
      <p className={styles['count']} aria-hidden="true">
        {current}/{total}
      </p>
    </div>
  );
}
