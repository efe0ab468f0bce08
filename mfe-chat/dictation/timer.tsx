import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { Live } from './dictation-view.ts';
import styles from './hands.module.css';

interface TimerProps {
  live: ReadableStore<Live>;
  limitSeconds: number;
  t: Translate;
}

/** Time that was recorded. It is not read out: whoever speaks would hear it count. */
export function Timer({ live, limitSeconds, t }: TimerProps) {
  const seconds = useStore(live, (now) => Math.floor(now.seconds));
  return (
    <p className={styles['timer']} aria-hidden="true">
      <span className={styles['place']}>
        <span className={styles['time']}>{formatTime(Math.min(seconds, limitSeconds))}</span>
      </span>
      <span className={styles['of']}>{t('dictation.of', { time: formatTime(limitSeconds) })}</span>
    </p>
  );
}

/** `m:ss` of whole seconds. */
const formatTime = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
