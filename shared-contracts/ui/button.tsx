import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import type { Glyph, IconName } from './glyphs.ts';
import { Icon } from './icon.tsx';
import styles from './styles/button.module.css';

type NativeButton = ComponentPropsWithRef<'button'>;

interface ButtonProps extends NativeButton {
  /** One main button a screen; the others are plain. */
  kind?: 'main' | 'plain';
  wide?: boolean;
  icon?: IconName | Glyph;
  iconSide?: 'start' | 'end';
}

/**
 * A cut card to press. With `aria-disabled` the button stays focusable, so that a visitor can hear its reason (`aria-describedby`), and
 * does nothing.
 */
export function Button({ kind = 'plain', wide, icon, iconSide = 'end', children, ...native }: ButtonProps) {
  const glyph = icon && <Icon name={icon} />;
  return (
    <Press {...native} className={join(styles['button'], kind === 'main' && styles['main'], wide && styles['wide'], native.className)}>
      {iconSide === 'start' && glyph}
      {children !== undefined && <span>{children}</span>}
      {iconSide === 'end' && glyph}
    </Press>
  );
}

/** A word or an icon without a frame: language, appearance, copy. */
export function QuietButton(native: NativeButton) {
  return <Press {...native} className={join(styles['quiet'], native.className)} />;
}

interface IconButtonProps extends NativeButton {
  kind?: 'main' | 'plain';
  icon: IconName | Glyph;
  big?: boolean;
  /** An icon alone says nothing: its name in words. */
  'aria-label': string;
}

/** Round: for what concerns the voice, sending, and steering the carousel. */
export function IconButton({ kind = 'plain', icon, big, ...native }: IconButtonProps) {
  return (
    <Press {...native} className={join(styles['knob'], kind === 'main' && styles['main'], big && styles['big'], native.className)}>
      <Icon name={icon} />
    </Press>
  );
}

function Press({ onClick, ...native }: NativeButton) {
  const isClosed = native['aria-disabled'] === true || native['aria-disabled'] === 'true';
  const swallow = (event: MouseEvent) => event.preventDefault();
  return <button type="button" {...native} onClick={isClosed ? swallow : onClick} />;
}

function join(...names: ReactNode[]): string {
  return names.filter(Boolean).join(' ');
}
