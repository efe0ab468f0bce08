import { useState } from 'react';
import type { Museum } from '../museum/museum.ts';
import type { ThemeMode } from '../museum/theme.ts';
import styles from './styles/logo.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface LogoProps {
  museum: Pick<Museum, 'name' | 'logoSvgURL'>;
  themeMode?: ThemeMode;
  /** For small bars: the name is for screen readers alone, unless there is no image. */
  isNameHidden?: boolean;
}

/** The museum's logo, an image that is never inlined, and its name. */
export function Logo({ museum, themeMode = 'positive', isNameHidden = false }: LogoProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const url = museum.logoSvgURL === brokenUrl ? undefined : museum.logoSvgURL;
  const isForScreenReaders = isNameHidden && url !== undefined;
  return (
    <div className={styles['brand']}>
      {url && (
        <img
          className={themeMode === 'negative' ? `${styles['mark']} ${styles['negative']}` : styles['mark']}
          src={url}
          alt=""
          onError={() => setBrokenUrl(url)}
        />
      )}
      {isForScreenReaders ? <VisuallyHidden>{museum.name}</VisuallyHidden> : <span className={styles['name']}>{museum.name}</span>}
    </div>
  );
}
