import { type ReactNode, useEffect, useRef } from 'react';
import styles from './styles/spoken.module.css';

/** A sentence that has just become true and takes the focus: what went wrong and what to do, or that it is done. */
export function Spoken({ kind, children }: { kind: 'done' | 'failed'; children: ReactNode }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <p ref={place} tabIndex={-1} role={kind === 'failed' ? 'alert' : 'status'} className={styles[kind]}>
      {children}
    </p>
  );
}
