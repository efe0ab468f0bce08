import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '../words/fold.ts';
import { stem } from '../words/stem.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { synonymsOf, topicWords, wordLists } from '../words/word-lists.ts';

/** One topic word of a question: its stem, the stems that stand in for it, and how much it says. */
export interface QuestionTerm {
  stem: string;
  /** Other stems of the documents that mean it, each with how well (0–1). */
  others: ReadonlyMap<string, number>;
  weight: number;
  /** Says too little to be answered by itself ("big", "room"). */
  isWeak: boolean;
}

const synonymWorth = 0.75;
const weakWorth = 0.3;
const foreignWorth = 2;
/** Longer questions are cut here: a message of 2,000 characters must stay cheap. */
const mostTerms = 24;

/** The topic words of a question, each once, as what to search for. `words` are those of its text, folded. */
export function questionTerms(words: readonly string[], { text, language }: { text: string; language: Language }, vocabulary: Vocabulary) {
  const names = namesIn(text, language);
  const { deviceTask, weak } = wordLists[language];
  const wordByStem = new Map(topicWords(words, language).map((word) => [stem(word, language), word]));
  return [...wordByStem].slice(0, mostTerms).map(([stemmed, word]) => {
    // A phone task is none of the words it is made of: "Eintrittskarte" asks for no playing cards.
    const others = deviceTask.has(word) ? new Map<string, number>() : vocabulary.compoundsOf(stemmed);
    for (const synonym of synonymsOf(stemmed, language).filter(vocabulary.has)) {
      others.set(synonym, Math.max(synonymWorth, others.get(synonym) ?? 0));
    }
    const isWeak = weak.has(word);
    const isForeign = (names.has(word) || deviceTask.has(word)) && others.size === 0 && !vocabulary.has(stemmed);
    const factor = isWeak ? weakWorth : 1;
    return { stem: stemmed, others, weight: isForeign ? foreignWorth : vocabulary.weightOf(stemmed) * factor, isWeak };
  });
}

/** Folded words with a capital inside a sentence. In German every noun has one, so there it means nothing. */
function namesIn(text: string, language: Language): ReadonlySet<string> {
  if (language === 'de') return new Set();
  return new Set([...text.matchAll(/(?<=[\p{Ll}\p{N},] )\p{Lu}[\p{L}\p{M}]+/gu)].flatMap(([name]) => wordsOf(name)));
}
