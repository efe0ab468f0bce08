import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { useEffect, useState } from 'react';
import { formatSeconds } from '../introduction/recording.ts';
import styles from './hint.module.css';
import type { TalkButton } from './talk-button.ts';

interface ElapsedProps {
  /** In ms of the clock. */
  since: number;
  clock: Clock;
  className: string | undefined;
}

const second = 1000;

/** Time that passed, as m:ss. It is not read out: whoever speaks would hear it count. */
function Elapsed({ since, clock, className }: ElapsedProps) {
  const [now, setNow] = useState(() => clock.now());
  const passed = Math.max(0, now - since);
  useEffect(() => clock.after(second - (passed % second), () => setNow(clock.now())), [clock, passed]);
  return (
    <span className={className} aria-hidden="true">
      {formatSeconds(passed / second)}
    </span>
  );
}

interface HowLineProps {
  /** The key of what to do with the large button. */
  how: string;
  button: TalkButton;
  /** Where the way of talking can be changed: the one it would be changed to. */
  other: 'push-to-talk' | 'continuous' | undefined;
  clock: Clock;
  t: Translate;
  onSwitch(): void;
}

/** What to do with the large button, said above it; the way of talking is changed here. */
export function HowLine({ how, button, other, clock, t, onSwitch }: HowLineProps) {
  if ('since' in button) {
    return (
      <p className={styles['how']}>
        <span className={styles['live']}>
          <i className={styles['dot']} />
          {t(button.kind === 'held' ? 'talk.how.speak' : 'talk.how.tapToStop')}
          <Elapsed key={button.since} since={button.since} clock={clock} className={styles['time']} />
        </span>
      </p>
    );
  }
  return (
    <p className={styles['how']}>
      {other ? (
        <QuietButton className={styles['switch']} onClick={onSwitch}>
          {t(how)}
          <Icon name="swap" />
          <VisuallyHidden>{t(`talk.switch.${other}`)}</VisuallyHidden>
        </QuietButton>
      ) : (
        <span className={styles['words']}>{t(how)}</span>
      )}
    </p>
  );
}
