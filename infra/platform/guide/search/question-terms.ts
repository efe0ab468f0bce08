import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { stem } from '../words/stem.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { isCommonStem, synonymsOf, topicWords, wordLists } from '../words/word-lists.ts';

export interface QuestionTerm {
  stem: string;
  /** Its own stem and stems with the same meaning, each with a weight from 0 to 1. Empty if no document contains any. */
  forms: ReadonlyMap<string, number>;
  weight: number;
  /** Too general to be a topic alone ("big", "room"). */
  isWeak: boolean;
  /** A name or a task that no document contains, so the question has no answer. */
  isForeign: boolean;
}

const synonymWorth = 0.75;
/** Limit for a synonym if the documents contain the word itself. */
const knownSynonymWorth = 0.55;
const weakWorth = 0.3;
/** Limit of terms, so that a message of 2,000 characters is cheap. */
const mostTerms = 24;

/** @param words the folded words of the question */
export function questionTerms(words: readonly string[], { text, language }: { text: string; language: Language }, vocabulary: Vocabulary) {
  const names = namesIn(text, language);
  const wordByStem = new Map(topicWords(words, language).map((word) => [stem(word, language), word]));
  return [...wordByStem].slice(0, mostTerms).map(([stemmed, word]): QuestionTerm => {
    const isTask = wordLists[language].deviceTask.has(word);
    const forms = formsOf(stemmed, isTask, language, vocabulary);
    const isWeak = wordLists[language].weak.has(word);
    const isForeign = forms.size === 0 && (isTask || (names.has(word) && !isCommonStem(stemmed, language)));
    const worths = worthsOf(forms, stemmed, vocabulary);
    const weight = forms.size > 0 ? vocabulary.weightOf(vocabulary.has(stemmed) ? [stemmed] : worths.keys()) : 1;
    return { stem: stemmed, forms: worths, weight: weight * (isWeak ? weakWorth : 1), isWeak, isForeign };
  });
}

/** Weighs synonyms: less if the documents contain the word itself, and more if the synonym is rare. */
function worthsOf(forms: ReadonlyMap<string, number>, own: string, vocabulary: Vocabulary): Map<string, number> {
  const rarest = Math.max(0, ...[...forms.keys()].map((form) => vocabulary.weightOf([form])));
  const limit = vocabulary.has(own) ? knownSynonymWorth : 1;
  return new Map(
    [...forms].map(([form, worth]) => [form, form === own ? 1 : Math.min(limit, (worth * vocabulary.weightOf([form])) / rarest)]),
  );
}

function formsOf(stemmed: string, isTask: boolean, language: Language, vocabulary: Vocabulary): Map<string, number> {
  // A word for a phone's task has no compounds: "Eintrittskarte" does not ask for playing cards.
  const forms = isTask ? new Map<string, number>() : vocabulary.compoundsOf(stemmed);
  for (const synonym of synonymsOf(stemmed, language).filter(vocabulary.has)) {
    forms.set(synonym, Math.max(synonymWorth, forms.get(synonym) ?? 0));
  }
  if (vocabulary.has(stemmed)) forms.set(stemmed, 1);
  return forms.size > 0 || isCommonStem(stemmed, language) ? forms : vocabulary.slipsOf(stemmed);
}

const german =
  /(?<=(?<!\p{L})(?:d(?:er|ie|as|en|em|es)|(?:k|m|s)?ein\p{L}{0,2}|im|am|zum|zur|beim|vom|ins|ans|welche\p{L}|diese\p{L}) (?:\p{Ll}+ )?)\p{Lu}\p{L}+(?! \p{Lu})/gu;

/** Folded words with a capital inside a sentence; in German, where nouns have capitals, only those without an article. */
function namesIn(text: string, language: Language): ReadonlySet<string> {
  const capitals = [...text.matchAll(/(?<=[\p{L}\p{N},’'-] ?)(?<!\p{L})\p{Lu}[\p{L}\p{M}]+/gu)].flatMap(([name]) => wordsOf(name));
  const nouns = new Set(language === 'de' ? [...text.matchAll(german)].flatMap(([name]) => wordsOf(name)) : []);
  return new Set(capitals.filter((name) => !nouns.has(name)));
}
