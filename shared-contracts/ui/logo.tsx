import { useState } from 'react';
import type { Museum } from '../museum/museum.ts';
import type { ThemeMode } from '../museum/theme.ts';
import styles from './styles/logo.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface LogoProps {
  museum: Pick<Museum, 'name' | 'logoSvgURL'>;
  themeMode?: ThemeMode;
  /** Where room is short the name is only said; without a picture it is shown all the same. */
  isNameHidden?: boolean;
}

/** Whose house this is: the museum's mark, never inlined, and its name. */
export function Logo({ museum, themeMode = 'positive', isNameHidden = false }: LogoProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const url = museum.logoSvgURL === brokenUrl ? undefined : museum.logoSvgURL;
  const isSaidOnly = isNameHidden && url !== undefined;
  return (
    <div className={styles['brand']}>
      {url && <img className={`${styles['mark']} ${styles[themeMode]}`} src={url} alt="" onError={() => setBrokenUrl(url)} />}
      {isSaidOnly ? <VisuallyHidden>{museum.name}</VisuallyHidden> : <span className={styles['name']}>{museum.name}</span>}
    </div>
  );
}
