import type { CSSProperties } from 'react';
import { petalCount, petalLength, type RosetteState, ringRadius } from './petals.ts';
import styles from './styles/rosette.module.css';

interface RosetteProps {
  state: RosetteState;
  /** Any CSS length; "100%" fills its place. */
  size?: string;
}

const petals = Array.from({ length: petalCount }, (_, petal) => petal);

/** The guide's sign. It stands for no word: the state is written beneath it. */
export function Rosette({ state, size = '12rem' }: RosetteProps) {
  return (
    <svg
      className={`${styles['rosette']} ${styles[state]}`}
      style={{ '--size': size } as CSSProperties}
      viewBox="-100 -100 200 200"
      aria-hidden="true"
      focusable="false"
    >
      <circle className={styles['ring']} r={ringRadius(state)} pathLength="100" />
      <g className={styles['petals']}>
        {petals.map((petal) => (
          <path
            key={petal}
            style={{ '--i': petal, '--v': petalLength(state, petal) } as CSSProperties}
            d="M0 0C2.6-10 4.9-33 0-52-4.9-33-2.6-10 0 0Z"
          />
        ))}
      </g>
      <circle className={styles['eye']} r="31" />
      <circle className={styles['eye']} r="27" />
    </svg>
  );
}
