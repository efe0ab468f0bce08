import encodeQR from 'qr';
import { useMemo } from 'react';
import styles from './square-code.module.css';

/** Rows of the code's squares, true where it is dark; undefined where no code holds so much. */
export function drawCode(address: string): boolean[][] | undefined {
  try {
    // Shown on a screen, it is never dirty; so that its squares are large.
    return encodeQR(address, 'raw', { ecc: 'low', border: 2 });
  } catch {
    return undefined;
  }
}

/** Dark on light in every theme: cameras read no other. */
export function SquareCode({ squares, name }: { squares: boolean[][]; name: string }) {
  const path = useMemo(() => squares.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join(''), [squares]);
  return (
    <svg
      className={styles['code']}
      viewBox={`0 0 ${squares.length} ${squares.length}`}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${squares.length}v${squares.length}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
