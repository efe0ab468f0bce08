import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { IconName } from '@enfilade/shared-contracts/ui/glyphs';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { ComponentProps } from 'react';
import styles from './talk-key.module.css';
import type { MainKey } from './talk-view.ts';

type Handlers = Pick<ComponentProps<'button'>, 'onClick' | 'onPointerDown' | 'onPointerUp' | 'onKeyDown' | 'onKeyUp' | 'onBlur'>;

interface TalkKeyProps {
  kind: Exclude<MainKey, 'none'>;
  /** The microphone is open. */
  isOpen: boolean;
  t: Translate;
  handlers: Handlers;
}

/** The large button. It keeps its place whatever it does. */
export function TalkKey({ kind, isOpen, t, handlers }: TalkKeyProps) {
  const isOff = kind === 'microphone' && !isOpen;
  return (
    <button
      type="button"
      className={`${styles['key']} ${isOpen ? styles['open'] : ''} ${isOff ? styles['off'] : ''}`}
      aria-label={t(`talk.key.${kind}`)}
      aria-pressed={kind === 'resume' ? undefined : isOpen}
      {...handlers}
    >
      <Icon name={isOff ? 'microphone-off' : 'microphone'} />
    </button>
  );
}

interface SideKeyProps {
  icon: IconName;
  label: string;
  /** For a switch whose label stays the same. */
  isPressed?: boolean;
  onPress(): void;
}

/** A round key beside the large one, with its label. */
export function SideKey({ icon, label, isPressed, onPress }: SideKeyProps) {
  return (
    <button type="button" className={styles['side']} aria-pressed={isPressed} onClick={onPress}>
      <span className={styles['knob']}>
        <Icon name={icon} />
      </span>
      <span className={styles['word']}>{label}</span>
    </button>
  );
}
