import type { ReactNode } from 'react';
import styles from './welcome.module.css';

interface WelcomeProps {
  /** Undefined until they are known; what follows waits with them, so that nothing moves under a thumb. */
  words: string | undefined;
  children: ReactNode;
}

/** The first words, before anything was said; no message of the thread. */
export function Welcome({ words, children }: WelcomeProps) {
  if (words === undefined) return null;
  return (
    <div className={styles['welcome']}>
      <p className={styles['words']}>{words}</p>
      {children}
    </div>
  );
}
