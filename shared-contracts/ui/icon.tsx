import glyphs from './glyphs.json';
import type { Glyph, IconName } from './glyphs.ts';
import styles from './styles/icon.module.css';

/** 24 px, growing with the browser's text size. */
export function Icon({ name }: { name: IconName | Glyph }) {
  const { box = 24, lines, solid, isTurned }: Glyph = typeof name === 'string' ? glyphs[name] : name;
  const half = box / 2;
  return (
    <svg className={styles['icon']} viewBox={`0 0 ${box} ${box}`} aria-hidden="true" focusable="false">
      <g transform={isTurned ? `rotate(180 ${half} ${half})` : undefined}>
        {lines && <path d={lines} />}
        {solid && <path d={solid} className={styles['solid']} />}
      </g>
    </svg>
  );
}
