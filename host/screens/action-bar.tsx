import type { ReactNode } from 'react';
import styles from './action-bar.module.css';

/** The buttons at the lower end of a view. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <footer className={styles['bar']}>{children}</footer>;
}
