import { speechLimit } from '@enfilade/shared-contracts/api/limits';
import { createTranslator } from '@enfilade/shared-contracts/conversation/transcript/create-translator';
import { keyOf } from '@enfilade/shared-contracts/conversation/transcript/translations';
import { withFrenchSpaces } from '@enfilade/shared-contracts/i18n/french-spaces';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { languageNames } from '@enfilade/shared-contracts/ui/language-select';
import { useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import common from '@enfilade/shared-contracts/ui/styles/common.module.css';
import { useEffect, useState } from 'react';
import { useT } from '../texts/texts.ts';
import styles from './answer.module.css';

interface TranslatedAnswerProps {
  /** Without Markdown. */
  text: string;
  from: Language;
  to: Language;
}

/** Empty until the translation arrives, and if no sentence can be translated. */
export function TranslatedAnswer({ text, from, to }: TranslatedAnswerProps) {
  const { api, museum, clock } = useScreen();
  const t = useT();
  const [translator] = useState(() => createTranslator({ api, museumId: museum._id, clock }));
  useEffect(() => {
    translator.want({ from, to }, splitSentences(text));
    return translator.stop;
  }, [translator, text, from, to]);
  const translations = useStore(translator, (all) => all);
  const sentences = splitSentences(text).map((said) => ({
    said,
    there: said.length > speechLimit ? null : translations.get(keyOf({ from, to }, said)),
  }));
  if (sentences.some(({ there }) => there === undefined) || sentences.every(({ there }) => there === null)) return null;
  return (
    <div className={styles['translated']} lang={to}>
      <p className={common['note']}>{languageNames[to]}</p>
      <p>
        {sentences.map(({ said, there }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence may be said twice
          <span key={at} lang={there === null ? from : undefined}>
            {`${withFrenchSpaces(there ?? said)} `}
          </span>
        ))}
      </p>
      {sentences.some(({ there }) => there === null) && (
        <p className={common['note']} lang={undefined}>
          {t('translated.partly')}
        </p>
      )}
    </div>
  );
}
