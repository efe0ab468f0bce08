import type { ComponentPropsWithRef } from 'react';
import styles from './styles/label.module.css';

interface LabelProps extends ComponentPropsWithRef<'div'> {
  /** The four corner marks; once on a page or never. */
  corners?: boolean;
  as?: 'div' | 'section' | 'article' | 'main';
}

/** The card beside the work: paper on a wall. */
export function Label({ corners, as: Tag = 'div', className, ...native }: LabelProps) {
  const names = [styles['label'], corners && styles['corners'], className];
  return <Tag {...native} className={names.filter(Boolean).join(' ')} />;
}
