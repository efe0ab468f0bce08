import { Button } from '@enfilade/shared-contracts/ui/button';
import styles from './next-bar.module.css';

interface NextBarProps {
  label: string;
  /** What is missing, or what was chosen: one line either way, so that nothing moves under the thumb. Absent where the label says it. */
  status?: string;
  isClosed: boolean;
  onNext(): void;
}

/** The way on from a question that its answer does not leave by itself, always in reach. */
export function NextBar({ label, status, isClosed, onNext }: NextBarProps) {
  return (
    <div className={styles['bar']}>
      {status && (
        <p id="next-status" className={styles['status']}>
          {status}
        </p>
      )}
      <Button kind="main" wide icon="arrow-right" aria-disabled={isClosed} aria-describedby={status && 'next-status'} onClick={onNext}>
        {label}
      </Button>
    </div>
  );
}
