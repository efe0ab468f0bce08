import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import styles from './typing-line.module.css';

/** Stands where the answer will stand: the guide's sign, and the state in words. */
export function TypingLine({ words }: { words: string }) {
  return (
    <div className={styles['line']}>
      <GuideAvatar state="thinking" size="2rem" />
      <p>{words}</p>
    </div>
  );
}
