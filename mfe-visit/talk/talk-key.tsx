import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { ComponentProps } from 'react';
import type { MainKey } from './talk-view.ts';
import styles from './talk-key.module.css';

type Handlers = Pick<ComponentProps<'button'>, 'onClick' | 'onPointerDown' | 'onPointerUp' | 'onKeyDown' | 'onKeyUp' | 'onBlur'>;

interface TalkKeyProps {
  kind: Exclude<MainKey, 'none'>;
  /** The microphone is open. */
  isOpen: boolean;
  t: Translate;
  handlers: Handlers;
}

/** The one large button under the thumb. It stays in its place whatever it does at the moment. */
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
