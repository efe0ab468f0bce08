import { type FormEvent, useId, useState } from 'react';
import type { I18n } from '../i18n/i18n.ts';
import type { Language } from '../i18n/language.ts';
import { localize } from '../i18n/localize.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { findObject, practicalTopics } from '../museum/findings.ts';
import type { MuseumProfile, NumberedObject } from '../museum/profile.ts';
import { Button, QuietButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
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
export function FindDialog({ profile, i18n, onAsk, onClose }: FindDialogProps) {
  const { t, language } = useTranslation(i18n, 'shared');
  const ask = (number: number) => {
    onClose();
    onAsk?.(t('shared:find.question', { number }));
  };
  return (
    <Dialog title={t('shared:find.open')} closeLabel={t('shared:close')} onClose={onClose}>
      {onAsk && profile.objects && profile.objects.length > 0 && <LabelNumber objects={profile.objects} language={language} onAsk={ask} />}
      <Practical profile={profile} language={language} />
    </Dialog>
  );
}

interface LabelNumberProps {
  objects: readonly NumberedObject[];
  language: Language;
  onAsk(number: number): void;
}

/** The number on a label leads to the guide's words about it; another one to the nearest. */
function LabelNumber({ objects, language, onAsk }: LabelNumberProps) {
  const texts = allTexts[language];
  const id = useId();
  const [typed, setTyped] = useState('');
  /** The number that nothing here has. */
  const [missing, setMissing] = useState<number>();
  const nearest = missing === undefined ? undefined : findObject(objects, missing).nearest;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const number = Number(typed);
    if (typed === '') return;
    if (findObject(objects, number).found) onAsk(number);
    else setMissing(number);
  };
  return (
    <form className={styles['number']} onSubmit={onSubmit}>
      <label htmlFor={id}>{texts['number.label']}</label>
      <div className={styles['row']}>
        <input
          id={id}
          className={styles['field']}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          aria-describedby={`${id}-missing`}
          onChange={({ target }) => {
            setTyped(target.value.replace(/\D/g, '').slice(0, 4));
            setMissing(undefined);
          }}
        />
        <Button type="submit">{texts['number.ask']}</Button>
      </div>
      <div id={`${id}-missing`} role="status">
        {missing !== undefined && <p>{withNumber(texts['number.missing'], missing)}</p>}
        {nearest && (
          <QuietButton className={styles['nearest']} onClick={() => onAsk(nearest.number)}>
            {withNumber(texts['number.nearest'], nearest.number)} {localize(nearest.name, language)}
          </QuietButton>
        )}
      </div>
    </form>
  );
}

const withNumber = (text: string, number: number) => text.replace('{{number}}', String(number));

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
