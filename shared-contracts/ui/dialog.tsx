import { useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import type { Elements } from './elements.ts';
import styles from './styles/dialog.module.css';

interface DialogProps {
  title: string;
  closeLabel: string;
  /** For what is looked at rather than read. */
  isWide?: boolean;
  /** For two things beside each other. */
  isBroad?: boolean;
  /** What is behind it is to be seen. */
  isSeenThrough?: boolean;
  'data-beside'?: string;
  children: Elements;
  onClose(): void;
}

/** A sheet over the screen, which continues behind; closed by its button, by Escape and by a press beside it. */
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
  // A text that is selected to beyond the edge ends in a click on the dialog.
  const isPressedInside = useRef(false);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: beside it, for the keyboard there is Escape
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

/** The browser keeps the focus in a modal dialog and gives it back. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return dialog;
}
