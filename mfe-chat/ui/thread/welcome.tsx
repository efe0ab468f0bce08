import type { ReactNode } from 'react';
import styles from './welcome.module.css';

/** The first words, before anything was said; no message of the thread. */
export function Welcome({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className={styles['welcome']}>
      <p className={styles['words']}>{words}</p>
      {children}
    </div>
  );
}
