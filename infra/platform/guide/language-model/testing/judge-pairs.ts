import { languages } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { MuseumContent } from '../../../content/content.ts';
import { createGuide } from '../../guide.ts';
import { stem } from '../../words/stem.ts';
import { topicWords } from '../../words/word-lists.ts';
import { checkSentence, findProperNames } from '../check-sentence.ts';
import type { ChangedSentence } from './changed-sentences.ts';

export type SentencePair = Omit<ChangedSentence, 'paragraph' | 'language'> & { language: string; paragraph: number | number[] };

const parts = /[;:()]|,(?!\d)|\s[–—-]\s|\s(?=(?:and|but|because|since|und|aber|weil|denn|et|mais|car)\s)/;
const partsOf = (text: string) =>
  splitSentences(text)
    .flatMap((sentence) => sentence.split(parts))
    .filter((part) => /\p{L}/u.test(part));

/** The quotations are true, which is the hardest case: each part of the sentence quotes the part with most common words. */
export function createPairJudge(museums: readonly MuseumContent[]): (pair: SentencePair, text: string) => boolean {
  const known = new Map(
    museums.map((content) => [content.folder, { guide: createGuide(content), properNames: findProperNames(content.knowledge) }]),
  );
  return ({ museum, language: named, document, paragraph }, text) => {
    const language = languages.find((one) => one === named) ?? 'en';
    const { guide, properNames } = known.get(museum) ?? { properNames: new Set<string>() };
    const source = museums
      .find(({ folder }) => folder === museum)
      ?.knowledge.find((each) => each.id === document && each.language === language);
    const passages = [paragraph]
      .flat()
      .map((at, index) => ({ number: index + 1, document, paragraph: at, title: source?.title ?? '', text: source?.paragraphs[at] ?? '' }));
    const stemsOf = (part: string) => topicWords(wordsOf(part), language).map((word) => stem(word, language));
    const quotable = passages.flatMap(({ number, text: all }) =>
      partsOf(all).map((words) => ({ passage: number, words, stems: new Set(stemsOf(words)) })),
    );
    const quotations = partsOf(text).flatMap((part) => {
      const stems = stemsOf(part);
      const shared = quotable.map((one) => ({ one, count: stems.filter((each) => one.stems.has(each)).length }));
      const [best] = shared.sort((one, other) => other.count - one.count);
      return best && best.count > 0 ? [best.one] : [];
    });
    const isTold = (stemmed: string) => guide?.indexOf(language).vocabulary.has(stemmed) ?? false;
    return checkSentence({ text, quotations }, { language, passages, names: [], properNames, isTold }).kind === 'carried';
  };
}
