import { Button } from '@enfilade/shared-contracts/ui/button';
import styles from './styles/next-bar.module.css';

interface NextBarProps {
  label: string;
  /** What is missing, or what was chosen: one line either way, so that nothing moves under the thumb. */
  status: string;
  isClosed: boolean;
  onNext(): void;
}

/** The way on from a question with several answers, always in reach. */
export function NextBar({ label, status, isClosed, onNext }: NextBarProps) {
  return (
    <div className={styles['bar']}>
      <p id="next-status" className={styles['status']}>
        {status}
      </p>
      <Button kind="main" isWide icon="arrow-right" aria-disabled={isClosed} aria-describedby="next-status" onClick={onNext}>
        {label}
      </Button>
    </div>
  );
}
