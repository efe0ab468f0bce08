import { useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import type { Elements } from './elements.ts';
import styles from './styles/dialog.module.css';

interface DialogProps {
  title: string;
  closeLabel: string;
  /** wide: for pictures · broad: for two columns · seenThrough: the visitor looks at the page behind the dialog. */
  kind?: 'wide' | 'broad' | 'seenThrough' | undefined;
  'data-beside'?: string;
  children: Elements;
  onClose(): void;
}

/** A modal dialog, closed by its button, by Escape and by a press beside the dialog. */
export function Dialog({ title, closeLabel, kind, onClose, children, ...native }: DialogProps) {
  const id = useId();
  const dialog = useModal();
  // A text selection that ends beside the dialog ends in a click on the dialog.
  const isPressedInside = useRef(false);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes the dialog by Escape
    <dialog
      {...native}
      ref={dialog}
      className={kind ? `${styles['dialog']} ${styles[kind]}` : styles['dialog']}
      aria-labelledby={id}
      onClose={onClose}
      onPointerDown={({ target, currentTarget }) => {
        isPressedInside.current = target !== currentTarget;
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && !isPressedInside.current && onClose()}
    >
      <div className={styles['sheet']}>
        <div className={styles['head']}>
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" aria-label={closeLabel} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** The browser keeps the focus in the dialog and returns the focus at the end. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return dialog;
}
