import type { ReactNode } from 'react';
import styles from './styles/eyebrow.module.css';

/** The small word above a heading that names the place. */
export function Eyebrow({ children }: { children: ReactNode }) {
  return <p className={styles['eyebrow']}>{children}</p>;
}
