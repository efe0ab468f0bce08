import { Rosette } from '@enfilade/shared-contracts/ui/rosette';
import styles from './thinking-row.module.css';

/** Stands where the answer will stand: the guide's sign, and the state in words. */
export function ThinkingRow({ words }: { words: string }) {
  return (
    <div className={styles['row']}>
      <Rosette state="thinking" size="2.25rem" />
      <p>{words}</p>
    </div>
  );
}
