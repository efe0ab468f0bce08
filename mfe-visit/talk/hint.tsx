import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { formatSeconds } from '@enfilade/shared-contracts/kit/format-seconds';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { useEffect, useState } from 'react';
import styles from './hint.module.css';
import type { TalkButton } from './talk-button.ts';

interface HintProps {
  /** The key of the text. */
  text: string;
  button: TalkButton;
  /** The talking mode to switch to, where it can be switched. */
  otherMode: 'push-to-talk' | 'continuous' | undefined;
  clock: Clock;
  t: Translate;
  onSwitch(): void;
}

/** What the large button does, and the switch to the other talking mode. */
export function Hint({ text, button, otherMode, clock, t, onSwitch }: HintProps) {
  if ('since' in button) {
    return (
      <p className={styles['hint']}>
        <span className={styles['live']}>
          <i className={styles['dot']} />
          {t(button.kind === 'held' ? 'talk.how.speak' : 'talk.how.tapToStop')}
          <Elapsed key={button.since} since={button.since} clock={clock} className={styles['time']} />
        </span>
      </p>
    );
  }
  return (
    <p className={styles['hint']}>
      {otherMode ? (
        <QuietButton className={styles['switch']} onClick={onSwitch}>
          {t(text)}
          <Icon name="swap" />
          <VisuallyHidden>{t(`talk.switch.${otherMode}`)}</VisuallyHidden>
        </QuietButton>
      ) : (
        <span className={styles['words']}>{t(text)}</span>
      )}
    </p>
  );
}

interface ElapsedProps {
  /** In ms of the clock. */
  since: number;
  clock: Clock;
  className: string | undefined;
}

const secondMs = 1000;

/** Not read out: a visitor who speaks would hear it count. */
function Elapsed({ since, clock, className }: ElapsedProps) {
  const [now, setNow] = useState(() => clock.now());
  const passed = Math.max(0, now - since);
  useEffect(() => clock.after(secondMs - (passed % secondMs), () => setNow(clock.now())), [clock, passed]);
  return (
    <span className={className} aria-hidden="true">
      {formatSeconds(passed / secondMs)}
    </span>
  );
}
