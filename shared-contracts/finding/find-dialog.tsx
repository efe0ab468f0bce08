import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import type { I18n } from '../i18n/i18n.ts';
import type { Language } from '../i18n/language.ts';
import { localize } from '../i18n/localize.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { type MuseumProfile, practicalTopics } from '../museum/profile.ts';
import { IconButton } from '../ui/button.tsx';
import styles from './find-dialog.module.css';
import de from './texts/de.json';
import en from './texts/en.json';
import fr from './texts/fr.json';

/** In one chunk with the dialog: three languages are smaller than a request. */
const allTexts: Record<Language, typeof en> = { en, de, fr };

export interface FindDialogProps {
  profile: MuseumProfile;
  i18n: I18n;
  /** Absent where nobody is there to be asked. */
  onAsk?: ((question: string) => void) | undefined;
  onClose(): void;
}

/** What a visitor looks for, over the screen, which goes on behind it. */
export function FindDialog({ profile, i18n, onClose }: FindDialogProps) {
  const { t, language } = useTranslation(i18n, 'shared');
  const title = useId();
  const dialog = useModal();
  // A call takes Escape as a wish to interrupt the guide.
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && event.stopPropagation();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: beside it, for the keyboard there is Escape
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={title}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className={styles['sheet']}>
        <div className={styles['head']}>
          <h2 id={title}>{t('shared:find.open')}</h2>
          <IconButton icon="close" aria-label={t('shared:close')} onClick={onClose} />
        </div>
        <Practical profile={profile} language={language} />
      </div>
    </dialog>
  );
}

/** The browser keeps the focus in a modal dialog and gives it back. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return dialog;
}

/** What every visitor needs to know of a house. */
function Practical({ profile: { practical = {} }, language }: Pick<FindDialogProps, 'profile'> & { language: Language }) {
  const told = practicalTopics.filter((topic) => practical[topic] !== undefined);
  return (
    <dl className={styles['practical']}>
      {told.map((topic) => (
        <div key={topic}>
          <dt>{allTexts[language][`practical.${topic}`]}</dt>
          <dd>{localize(practical[topic] ?? '', language)}</dd>
        </div>
      ))}
    </dl>
  );
}
