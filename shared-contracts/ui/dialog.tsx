import { type ComponentPropsWithoutRef, type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { pressedKey } from '../kit/pressed-key.ts';
import { IconButton } from './button.tsx';
import styles from './styles/dialog.module.css';

interface DialogProps extends Pick<ComponentPropsWithoutRef<'dialog'>, 'children'> {
  title: string;
  closeLabel: string;
  /** For what is looked at rather than read. */
  isWide?: boolean;
  /** For two things beside each other. */
  isBroad?: boolean;
  /** What is behind it is to be seen. */
  isSeenThrough?: boolean;
  'data-beside'?: string;
  onClose(): void;
}

/** A sheet over the screen, which goes on behind it; closed by its button, by Escape and by a press beside it. */
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
  // A call takes Escape as a wish to interrupt the guide.
  const onKeyDown = (event: KeyboardEvent) => pressedKey(event.nativeEvent) === 'Escape' && event.stopPropagation();
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
      onKeyDown={onKeyDown}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
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
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return dialog;
}
