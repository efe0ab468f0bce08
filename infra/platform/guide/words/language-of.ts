import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from './fold.ts';
import { everydayWorth } from './word-lists.ts';

/** The language a text is written in: `own`, unless another one's words clearly outnumber it. */
export function languageOf(text: string, own: Language): Language {
  const words = wordsOf(text).slice(0, 60);
  const countIn = (language: Language) => words.reduce((sum, word) => sum + everydayWorth(word, language), 0);
  const ownCount = countIn(own);
  const [best] = languages
    .filter((language) => language !== own)
    .map((language) => ({ language, count: countIn(language) }))
    .sort((one, other) => other.count - one.count);
  return best && words.length >= 2 && best.count >= 2 && best.count > ownCount ? best.language : own;
}
