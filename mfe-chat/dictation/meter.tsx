import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { CSSProperties } from 'react';
import type { Live } from './dictation-view.ts';
import { barCount } from './levels.ts';
import styles from './meter.module.css';

interface MeterProps {
  live: ReadableStore<Live>;
}

/** Loudness in bars, the newest last; what is still to come is a row of dots. */
export function Bars({ live }: MeterProps) {
  const levels = useStore(live, (now) => now.levels);
  return (
    <div className={styles['meter']} aria-hidden="true">
      {places.map((place) => {
        const level = levels[place];
        return level === undefined ? (
          <i key={place} className={styles['dot']} />
        ) : (
          <i key={place} className={styles['bar']} style={{ '--level': level } as CSSProperties} />
        );
      })}
    </div>
  );
}

const places = Array.from({ length: barCount }, (_, place) => place);

/** What the browser has understood so far; the last lines of it. */
export function Words({ live, hint }: MeterProps & { hint: string }) {
  const words = useStore(live, (now) => now.words);
  return (
    <div className={styles['words']}>
      <p className={words ? undefined : styles['hint']}>{words || hint}</p>
    </div>
  );
}
