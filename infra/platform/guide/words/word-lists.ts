import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { byLanguage, languageWords, wordSetOf } from '../language/language-data.ts';
import { stem } from './stem.ts';

/** Folded words by what they do in a question; see `Words`. */
export const wordLists = byLanguage((language) => {
  const { stop, place, plan, weak, deviceTask, pronouns } = languageWords[language];
  return {
    stop: wordSetOf(stop),
    /** Point at the place or the visit rather than at a thing. */
    place: wordSetOf([...place, ...plan]),
    weak: wordSetOf([...weak, ...place]),
    deviceTask: wordSetOf(deviceTask),
    pronouns: wordSetOf(pronouns),
  };
});

/** The words of a question that may name its topic; `words` come folded. */
export function topicWords(words: readonly string[], language: Language): string[] {
  return words.filter((word) => !wordLists[language].stop.has(word) && (word.length > 1 || /\d/.test(word)));
}

const synonyms = byLanguage((language) => {
  const table = new Map<string, Set<string>>();
  for (const line of languageWords[language].synonyms) {
    const stems = new Set(line.split(' ').map((word) => stem(word, language)));
    for (const each of stems) table.set(each, new Set([...(table.get(each) ?? []), ...stems]));
  }
  return table;
});

/** Stems that visitors use for the same thing as this stem. */
export function synonymsOf(stemmed: string, language: Language): readonly string[] {
  return [...(synonyms[language].get(stemmed) ?? [])].filter((other) => other !== stemmed);
}
