import { sparkBox, sparkPoints } from '../model/health.ts';
import styles from '../ui/styles/overview.module.css';

/** The last twelve hours as a line; what it says stands beside it in words. */
export function Spark({ hours }: { hours: readonly { loads: number; failures: number }[] }) {
  const points = sparkPoints(hours);
  const last = points.at(-1);
  return (
    <svg className={styles['spark']} viewBox={`0 0 ${sparkBox.width} ${sparkBox.height}`} aria-hidden="true" focusable="false">
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {last && <circle cx={last.x} cy={last.y} r="2.5" />}
    </svg>
  );
}
