import type { ComponentPropsWithRef } from 'react';
import styles from './styles/card.module.css';

interface CardProps extends ComponentPropsWithRef<'div'> {
  /** Four corner marks, for one card of a page. */
  corners?: boolean;
  as?: 'div' | 'section' | 'article' | 'main';
}

export function Card({ corners, as: Tag = 'div', className, ...native }: CardProps) {
  const names = [styles['card'], corners && styles['corners'], className];
  return <Tag {...native} className={names.filter(Boolean).join(' ')} />;
}
