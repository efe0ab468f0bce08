import type { ReactNode } from 'react';
import styles from './styles/eyebrow.module.css';

/** The small text above a heading. */
export function Eyebrow({ children }: { children: ReactNode }) {
  return <p className={styles['eyebrow']}>{children}</p>;
}
