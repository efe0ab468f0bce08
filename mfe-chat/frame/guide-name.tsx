import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import styles from './guide-name.module.css';

interface GuideNameProps {
  name: string;
  sign: 'idle' | 'thinking' | 'speaking';
}

/** Who answers here: the guide's sign, living with the conversation, and its name. */
export function GuideName({ name, sign }: GuideNameProps) {
  return (
    <div className={styles['guide']}>
      <span className={styles['sign']}>
        <GuideAvatar state={sign} size="2.75rem" />
      </span>
      <h1 className={styles['name']}>{name}</h1>
    </div>
  );
}
