import type { I18n, Language, Museum, VisitorSession } from '@enfilade/contract';
import { useSyncExternalStore } from 'react';
import styles from './top-bar.module.css';
import type { Translate } from './use-texts.ts';

const languages: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
];

interface TopBarProps {
  museum: Museum;
  session: VisitorSession;
  language: I18n['language'];
  t: Translate;
}

/** The host renders the panel behind the settings button: theme, text size, sound. */
export function TopBar({ museum, session, language, t }: TopBarProps) {
  const { themeMode, isChoosingSettings } = useSyncExternalStore(session.store.subscribe, session.store.getState);
  const choose = (value: string) => {
    const chosen = languages.find(([code]) => code === value)?.[0];
    if (chosen) session.setLanguage(chosen, true);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the page renders a section around the screen, in which a header is no landmark
    <div className={styles.bar} role="banner">
      <p className={styles.brand}>
        {museum.logoSvgURL && <img src={museum.logoSvgURL} alt="" data-negative={themeMode === 'negative' || undefined} />}
        <span>{museum.name}</span>
      </p>
      <select
        className={styles.language}
        aria-label={t('shared:language.label')}
        value={language}
        onChange={(event) => choose(event.target.value)}
      >
        {languages.map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <button
        type="button"
        className={styles.settings}
        aria-label={t('shared:settings.open')}
        aria-haspopup="dialog"
        aria-expanded={isChoosingSettings}
        onClick={() => session.chooseSettings(true)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 8h9m5 0h2M4 16h2m5 0h9" />
          <circle cx="15.5" cy="8" r="2.5" />
          <circle cx="8.5" cy="16" r="2.5" />
        </svg>
      </button>
    </div>
  );
}
