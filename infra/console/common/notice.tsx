import { type ReactNode, useEffect, useRef } from 'react';
import styles from '../styles/notice.module.css';

/** A sentence that has just become true and gets the focus: what went wrong and what to do, or that it is done. */
export function Notice({ kind, children }: { kind: 'done' | 'failed'; children: ReactNode }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  useEffect(() => paragraph.current?.focus(), []);
  return (
    <p ref={paragraph} tabIndex={-1} role={kind === 'failed' ? 'alert' : 'status'} className={styles[kind]}>
      {children}
    </p>
  );
}
