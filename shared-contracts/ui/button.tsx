import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import type { Glyph, IconName } from './glyphs.ts';
import { Icon } from './icon.tsx';
import styles from './styles/button.module.css';

type NativeButton = ComponentPropsWithRef<'button'>;

interface ButtonProps extends NativeButton {
  /** A screen has one main button. */
  kind?: 'main' | 'plain';
  wide?: boolean;
  icon?: IconName | Glyph;
  iconSide?: 'start' | 'end';
}

/** `aria-disabled` keeps the button focusable, so that screen readers read the reason (`aria-describedby`). */
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

export function QuietButton(native: NativeButton) {
  return <Press {...native} className={join(styles['quiet'], native.className)} />;
}

interface IconButtonProps extends NativeButton {
  kind?: 'main' | 'plain';
  icon: IconName | Glyph;
  'aria-label': string;
}

export function IconButton({ kind = 'plain', icon, ...native }: IconButtonProps) {
  return (
    <Press {...native} className={join(styles['knob'], kind === 'main' && styles['main'], native.className)}>
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
