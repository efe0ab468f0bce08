import type { ComponentPropsWithoutRef } from 'react';
import styles from './styles/visually-hidden.module.css';

interface VisuallyHiddenProps extends ComponentPropsWithoutRef<'span'> {
  as?: 'span' | 'p' | 'h1' | 'h2' | 'div';
}

export function VisuallyHidden({ as: Tag = 'span', ...native }: VisuallyHiddenProps) {
  return <Tag {...native} className={styles['said']} />;
}
