import { useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import type { Elements } from './elements.ts';
import styles from './styles/dialog.module.css';

interface DialogProps {
  title: string;
  closeLabel: string;
  /** For pictures. */
  isWide?: boolean;
  /** For two columns. */
  isBroad?: boolean;
  /** The screen behind the dialog stays visible. */
  isSeenThrough?: boolean;
  'data-beside'?: string;
  children: Elements;
  onClose(): void;
}

/** A modal dialog over the running screen, closed by its button, by Escape and by a press beside it. */
export function Dialog({
  title,
  closeLabel,
  isWide = false,
  isBroad = false,
  isSeenThrough = false,
  onClose,
  children,
  ...native
}: DialogProps) {
  const id = useId();
  const dialog = useModal();
  // Selecting text beyond the edge ends in a click on the dialog.
  const isPressedInside = useRef(false);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes the dialog by Escape
    <dialog
      {...native}
      ref={dialog}
      className={[styles['dialog'], isWide && styles['wide'], isBroad && styles['broad'], isSeenThrough && styles['seenThrough']]
        .filter(Boolean)
        .join(' ')}
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

/** Opens a modal dialog, in which the browser keeps the focus and returns it at the end. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return dialog;
}
