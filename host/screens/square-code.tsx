import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import encodeQR from 'qr';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import styles from './square-code.module.css';

/** Rows of the code's squares, true for dark; undefined if the text is too long for a code. */
export function drawCode(address: string): boolean[][] | undefined {
  try {
    // A code on a screen is never dirty. Low error correction makes its squares larger.
    return encodeQR(address, 'raw', { ecc: 'low', border: 2 });
  } catch {
    return undefined;
  }
}

interface SquareCodeProps {
  /** Absent if the text is too long for a code: then only the rest is shown. */
  squares: boolean[][] | undefined;
  name: string;
  /** True if a press has just made the code: its section is then scrolled into view. */
  isNew?: boolean;
  /** The text to type in place of the code. */
  above?: Elements;
  /** What the code is for. */
  children: ReactNode;
}

/** A code for another device's camera, with its purpose. Dark on light in every theme, because cameras read no other code. */
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
