import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { byLanguage, languageData, wordSetOf } from '../language/language-data.ts';
import { stem } from './stem.ts';

export const wordLists = byLanguage((language) => {
  const { stop, place, plan, weak, deviceTask, pronouns, conjunctions, asking, measures } = languageData[language].words;
  return {
    stop: wordSetOf(stop),
    place: wordSetOf([...place, ...plan]),
    weak: wordSetOf([...weak, ...place]),
    deviceTask: wordSetOf(deviceTask),
    pronouns: wordSetOf(pronouns),
    conjunctions: wordSetOf(conjunctions),
    asking: new Map(asking.flatMap((line) => line.split(' ').map((word) => [word, line] as const))),
    measures: wordSetOf(measures),
  };
});

/** The question words of a question: "how long" differs from "how far". Empty for yes-or-no questions. */
export function askingOf(words: readonly string[], language: Language): string {
  const { asking, measures } = wordLists[language];
  const at = words.findIndex((word) => asking.has(word));
  const measure = words.slice(at + 1, at + 4).find((word) => measures.has(word));
  return at < 0 ? '' : `${asking.get(words[at] ?? '')} ${measure ?? ''}`;
}

/** @param words folded */
export const topicWords = (words: readonly string[], language: Language): string[] =>
  words.filter((word) => !wordLists[language].stop.has(word) && (word.length > 1 || /\d/.test(word)));

const synonyms = byLanguage((language) => {
  const table = new Map<string, Set<string>>();
  for (const line of languageData[language].synonyms) {
    const stems = new Set(line.split(' ').map((word) => stem(word, language)));
    for (const each of stems) table.set(each, new Set([...(table.get(each) ?? []), ...stems]));
  }
  return table;
});

export const synonymsOf = (stemmed: string, language: Language): readonly string[] =>
  [...(synonyms[language].get(stemmed) ?? [])].filter((other) => other !== stemmed);

const common = byLanguage(
  (language) =>
    new Set([
      ...synonyms[language].keys(),
      ...[...wordLists[language].weak, ...wordSetOf(languageData[language].words.everyday)].map((word) => stem(word, language)),
    ]),
);

export const isCommonStem = (stemmed: string, language: Language): boolean => common[language].has(stemmed);

/** Weight of a folded word as evidence for a language. Articles and other stop words weigh most. */
export function everydayWorth(word: string, language: Language): number {
  if (wordLists[language].stop.has(word)) return 1;
  return isCommonStem(stem(word, language), language) ? 0.5 : 0;
}

/** The language of a text: `own`, unless the words of another language outweigh its words. */
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
