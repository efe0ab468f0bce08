import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import styles from './thinking-row.module.css';

/** Stands where the answer will stand: the guide's sign, and the state in words. */
export function ThinkingRow({ words }: { words: string }) {
  return (
    <div className={styles['row']}>
      <GuideAvatar state="thinking" size="2.25rem" />
      <p>{words}</p>
    </div>
  );
}
