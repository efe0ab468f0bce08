import { useState } from 'react';
import type { I18n } from '../i18n/i18n.ts';
import type { Museum } from '../museum/museum.ts';
import type { VisitorSession } from '../visit/session.ts';
import type { Elements } from './elements.ts';
import { LanguageSelect } from './language-select.tsx';
import { SettingsButton } from './settings-button.tsx';
import styles from './styles/top-bar.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface LogoProps {
  museum: Pick<Museum, 'name' | 'logoSvgURL'>;
  /** Hides the name visually if there is an image. */
  isNameHidden?: boolean;
}

/** The logo is an image, because an inlined SVG could run scripts. */
export function Logo({ museum, isNameHidden = false }: LogoProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const url = museum.logoSvgURL === brokenUrl ? undefined : museum.logoSvgURL;
  const isForScreenReaders = isNameHidden && url !== undefined;
  return (
    <div className={styles['brand']}>
      {url && <img className={styles['mark']} src={url} alt="" onError={() => setBrokenUrl(url)} />}
      {isForScreenReaders ? <VisuallyHidden>{museum.name}</VisuallyHidden> : <span className={styles['name']}>{museum.name}</span>}
    </div>
  );
}

interface TopBarProps {
  /** Absent until the museum is known. */
  museum?: Pick<Museum, 'name' | 'logoSvgURL'> | undefined;
  i18n: I18n;
  session: VisitorSession;
  lead?: Elements;
  /** Inside `main`, where the bar must not be a landmark. */
  isInMain?: boolean;
  /** Hide the museum's name. */
  children?: Elements;
}

export function TopBar({ museum, i18n, session, lead, isInMain, children }: TopBarProps) {
  const logo = museum && <Logo museum={museum} isNameHidden={Boolean(children)} />;
  return (
    // A `header` within a screen's `section` is not a landmark.
    <div className={styles['bar']} role={isInMain ? undefined : 'banner'}>
      {lead ?? logo}
      <div className={styles['middle']}>{children}</div>
      <LanguageSelect i18n={i18n} session={session} />
      <SettingsButton i18n={i18n} session={session} />
    </div>
  );
}
