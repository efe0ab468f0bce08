import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import encodeQR from 'qr';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import styles from './square-code.module.css';

interface SquareCodeProps {
  text: string;
  name: string;
  /** If a press has just made the code, its section is scrolled into view. */
  isNew?: boolean;
  above?: Elements;
  children: ReactNode;
}

/** Dark on light in every theme, because cameras read no other code. Absent if the text is too long for a code. */
export function SquareCode({ text, name, isNew = false, above, children }: SquareCodeProps) {
  const figure = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNew) figure.current?.closest('section')?.scrollIntoView?.({ block: 'start' });
  }, [isNew]);
  const code = useMemo(() => drawCode(text), [text]);
  if (!code) return null;
  const { size, dark } = code;
  return (
    <figure ref={figure} className={styles['figure']}>
      {above}
      <svg className={styles['code']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name} shapeRendering="crispEdges">
        <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
        <path d={dark} fill="#000" />
      </svg>
      <figcaption>{children}</figcaption>
    </figure>
  );
}

function drawCode(text: string): { size: number; dark: string } | undefined {
  try {
    // A code on a screen is clean. Low error correction makes its squares larger.
    const rows = encodeQR(text, 'raw', { ecc: 'low', border: 2 });
    return { size: rows.length, dark: rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('') };
  } catch {
    return undefined;
  }
}
