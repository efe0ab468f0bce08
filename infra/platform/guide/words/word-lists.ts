import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { byLanguage, languageWords, wordSetOf } from '../language/language-data.ts';
import { stem } from './stem.ts';

const lists = byLanguage((language) => {
  const { stop, place, plan, weak, deviceTask, pronouns, conjunctions } = languageWords[language];
  return {
    stop: wordSetOf(stop),
    place: wordSetOf([...place, ...plan]),
    weak: wordSetOf([...weak, ...place]),
    deviceTask: wordSetOf(deviceTask),
    pronouns: wordSetOf(pronouns),
    conjunctions: wordSetOf(conjunctions),
  };
});

/** The words of a question that may name its topic; `words` come folded. */
export function topicWords(words: readonly string[], language: Language): string[] {
  return words.filter((word) => !lists[language].stop.has(word) && (word.length > 1 || /\d/.test(word)));
}

/** Whether a folded word points at the place or the visit rather than at a thing. */
export function isPlaceWord(word: string, language: Language): boolean {
  return lists[language].place.has(word);
}

/** Whether a folded word says too little to be a question's whole topic ("big", "room"). */
export function isWeakWord(word: string, language: Language): boolean {
  return lists[language].weak.has(word);
}

/** Whether a folded word asks for a task of a phone, which no museum is about. */
export function isDeviceTaskWord(word: string, language: Language): boolean {
  return lists[language].deviceTask.has(word);
}

/** Whether a folded word stands for something the answer before spoke of. */
export function isPronoun(word: string, language: Language): boolean {
  return lists[language].pronouns.has(word);
}

/** Whether a folded word at the beginning of a question goes on from the answer before. */
export function isConjunction(word: string, language: Language): boolean {
  return lists[language].conjunctions.has(word);
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

const common = byLanguage(
  (language) => new Set([...synonyms[language].keys(), ...[...lists[language].weak].map((word) => stem(word, language))]),
);

/** Whether a stem is of an everyday word rather than a name. */
export function isCommonStem(stemmed: string, language: Language): boolean {
  return common[language].has(stemmed);
}

/** How well a folded word tells that a text is written in this language: articles and the like tell most. */
export function everydayWorth(word: string, language: Language): number {
  if (lists[language].stop.has(word)) return 1;
  return isCommonStem(stem(word, language), language) ? 0.5 : 0;
}
