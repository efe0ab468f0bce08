import type { I18n } from '../i18n/i18n.ts';
import type { Language } from '../i18n/language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useStore } from '../kit/use-store.ts';
import type { VisitorSession } from '../visit/session.ts';
import { Icon } from './icon.tsx';
import styles from './styles/language-select.module.css';

/** Each name is in its own language, so that its speakers can read it. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch', fr: 'Français' };
const choices = Object.entries(languageNames) as [Language, string][];

interface LanguageSelectProps {
  i18n: I18n;
  session: VisitorSession;
}

/** An invisible native select covers the word, so that phones, keyboards and screen readers work as usual. */
export function LanguageSelect({ i18n, session }: LanguageSelectProps) {
  const { t } = useTranslation(i18n, 'shared');
  const language = useStore(session.store, (state) => state.language);
  const choose = (value: string) => {
    const chosen = choices.find(([candidate]) => candidate === value)?.[0];
    if (chosen) session.setLanguage(chosen, true);
  };
  return (
    <span className={styles['field']}>
      <span className={styles['word']} aria-hidden="true">
        <span>{languageNames[language]}</span>
        <Icon name="chevron-down" />
      </span>
      <select
        className={styles['select']}
        aria-label={t('shared:language.label')}
        value={language}
        onChange={(event) => choose(event.target.value)}
      >
        {choices.map(([value, name]) => (
          <option key={value} value={value} lang={value}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
