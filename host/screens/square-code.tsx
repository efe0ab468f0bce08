import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import encodeQR from 'qr';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import styles from './square-code.module.css';

/** Rows of the code's squares, true for dark; undefined if the text is too long for a code. */
export function drawCode(address: string): boolean[][] | undefined {
  try {
    // Shown on a screen, it is never dirty; so that its squares are large.
    return encodeQR(address, 'raw', { ecc: 'low', border: 2 });
  } catch {
    return undefined;
  }
}

interface SquareCodeProps {
  /** Absent if the text is too long for a code: then only the rest is shown. */
  squares: boolean[][] | undefined;
  name: string;
  /** It has come below what was pressed: the part of the page it is in is scrolled into sight, from its heading on. */
  isNew?: boolean;
  /** The text of the code for typing. */
  above?: Elements;
  /** What a camera finds in it. */
  children: ReactNode;
}

/** A code for another device's camera, with what it is for. Dark on light in every theme: cameras read no other. */
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
