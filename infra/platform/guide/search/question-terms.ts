import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { stem } from '../words/stem.ts';
import { topicWords } from '../words/stop-words.ts';
import { synonymsOf } from '../words/synonyms.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

/** One topic word of a question: its stem, the stems that stand in for it, and how much it says. */
export interface QuestionTerm {
  stem: string;
  /** Other stems of the documents that mean it, each with how well (0–1). */
  others: ReadonlyMap<string, number>;
  weight: number;
}

const synonymWorth = 0.75;
const partWorth = 0.8;
/** Longer questions are cut here: a message of 2,000 characters must stay cheap. */
const mostTerms = 24;

/** The topic words of folded `words`, each once, as what to search for. */
export function questionTerms(words: readonly string[], language: Language, vocabulary: Vocabulary): QuestionTerm[] {
  const stems = new Set(topicWords(words, language).map((word) => stem(word, language)));
  return [...stems].slice(0, mostTerms).map((one) => {
    const others = new Map<string, number>();
    for (const part of vocabulary.partsOf(one)) others.set(part, partWorth);
    for (const synonym of synonymsOf(one, language)) if (vocabulary.has(synonym) && !others.has(synonym)) others.set(synonym, synonymWorth);
    return { stem: one, others, weight: vocabulary.weightOf(one) };
  });
}
