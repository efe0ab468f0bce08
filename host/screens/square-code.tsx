import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import encodeQR from 'qr';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import styles from './square-code.module.css';

/** True for dark squares; undefined if the text is too long for a code. */
export function drawCode(address: string): boolean[][] | undefined {
  try {
    // A code on a screen is clean. Low error correction makes its squares larger.
    return encodeQR(address, 'raw', { ecc: 'low', border: 2 });
  } catch {
    return undefined;
  }
}

interface SquareCodeProps {
  /** If the text is too long for a code, only the rest is shown. */
  squares: boolean[][] | undefined;
  name: string;
  /** If a press has just made the code, its section is scrolled into view. */
  isNew?: boolean;
  above?: Elements;
  children: ReactNode;
}

/** Dark on light in every theme, because cameras read no other code. */
export function SquareCode({ squares = [], name, isNew = false, above, children }: SquareCodeProps) {
  const figure = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNew) figure.current?.closest('section')?.scrollIntoView?.({ block: 'start' });
  }, [isNew]);
  const path = useMemo(() => squares.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join(''), [squares]);
  const { length } = squares;
  return (
    <figure ref={figure} className={styles['figure']}>
      {above}
      {length > 0 && (
        <svg className={styles['code']} viewBox={`0 0 ${length} ${length}`} role="img" aria-label={name} shapeRendering="crispEdges">
          <path d={`M0 0h${length}v${length}H0z`} fill="#fff" />
          <path d={path} fill="#000" />
        </svg>
      )}
      <figcaption>{children}</figcaption>
    </figure>
  );
}
