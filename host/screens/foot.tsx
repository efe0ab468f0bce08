import type { ReactNode } from 'react';
import styles from './foot.module.css';

/** What to do next, within reach of the thumb. */
export function Foot({ children }: { children: ReactNode }) {
  return <footer className={styles['foot']}>{children}</footer>;
}
