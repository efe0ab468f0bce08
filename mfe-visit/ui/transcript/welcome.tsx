import type { ReactNode } from 'react';
import styles from './welcome.module.css';

interface WelcomeProps {
  words: string;
  note: string | undefined;
  children: ReactNode;
}

/** Who is here and what one can do, before anything was said; no turn of the conversation. */
export function Welcome({ words, note, children }: WelcomeProps) {
  return (
    <div className={styles['welcome']}>
      <p className={styles['words']}>{words}</p>
      {note && <p className={styles['note']}>{note}</p>}
      {children}
    </div>
  );
}
