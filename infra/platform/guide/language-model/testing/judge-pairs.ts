import { languages } from '@enfilade/shared-contracts/i18n/language';
import type { MuseumContent } from '../../../content/content.ts';
import { checkSentence } from '../check-sentence.ts';
import { findProperNames } from '../clauses.ts';
import type { ChangedSentence } from './changed-sentences.ts';

export type SentencePair = Omit<ChangedSentence, 'paragraph' | 'language'> & { language: string; paragraph: number | number[] };

/** Whether a sentence of a pair gets through, cited to the paragraphs it was made from. */
export function createPairJudge(museums: readonly MuseumContent[]): (pair: SentencePair, text: string) => boolean {
  const properNames = new Map(museums.map(({ folder, knowledge }) => [folder, findProperNames(knowledge)]));
  return ({ museum, language, document, paragraph }, text) => {
    const source = museums
      .find(({ folder }) => folder === museum)
      ?.knowledge.find((each) => each.id === document && each.language === language);
    const title = source?.title ?? '';
    const passages = [paragraph]
      .flat()
      .map((at, index) => ({ number: index + 1, document: 'd', paragraph: index, title, text: source?.paragraphs[at] ?? '' }));
    const context = { passages, question: '', names: [], properNames: properNames.get(museum) ?? new Set<string>() };
    return (
      checkSentence(
        { text, cited: passages.map(({ number }) => number) },
        { ...context, language: languages.find((one) => one === language) ?? 'en' },
      ).kind !== 'dropped'
    );
  };
}
