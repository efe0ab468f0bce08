import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { speechLimit, translationsLimit } from '@enfilade/shared-contracts/api/limits';
import type { TranslationsRequest } from '@enfilade/shared-contracts/api/request-schemas';
import { withFrenchSpaces } from '@enfilade/shared-contracts/i18n/french-spaces';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { useRequest } from '@enfilade/shared-contracts/kit/use-request';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { languageNames } from '@enfilade/shared-contracts/ui/language-select';
import { useT } from '../texts/texts.ts';
import styles from './answer.module.css';

export interface AlsoIn {
  language: Language;
  museumId: EntityId;
  api: Pick<GuideApi, 'translate'>;
}

interface TranslatedAnswerProps {
  /** Without Markdown. */
  text: string;
  from: Language;
  alsoIn: AlsoIn;
}

/** Empty if no sentence can be translated. */
export function TranslatedAnswer({ text, from, alsoIn: { language: to, museumId, api } }: TranslatedAnswerProps) {
  const t = useT();
  const direction = { museumId, from, to };
  const key = [...Object.values(direction), text].join(' ');
  const { value: sentences = [] } = useRequest(key, (signal) => translate(text, direction, { api, signal }));
  if (sentences.every(({ there }) => there === null)) return null;
  return (
    <div className={styles['translated']} lang={to}>
      <p className={styles['language']}>{languageNames[to]}</p>
      <p>
        {sentences.map(({ said, there }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence may be said twice
          <span key={at} lang={there === null ? from : undefined}>
            {`${withFrenchSpaces(there ?? said)} `}
          </span>
        ))}
      </p>
      {sentences.some(({ there }) => there === null) && (
        <p className={styles['language']} lang={undefined}>
          {t('translated.partly')}
        </p>
      )}
    </div>
  );
}

type Direction = Omit<TranslationsRequest, 'lines'>;

async function translate(text: string, direction: Direction, { api, signal }: Pick<AlsoIn, 'api'> & { signal: AbortSignal }) {
  const sentences = splitSentences(text);
  const asked = [...new Set(sentences)].filter((sentence) => sentence.length <= speechLimit);
  const found = new Map<string, string | null>();
  for (let at = 0; at < asked.length; at += translationsLimit) {
    const lines = asked.slice(at, at + translationsLimit);
    const translated = await api.translate({ ...direction, lines }, signal);
    lines.forEach((line, index) => {
      found.set(line, translated[index] ?? null);
    });
  }
  return sentences.map((said) => ({ said, there: found.get(said) ?? null }));
}
