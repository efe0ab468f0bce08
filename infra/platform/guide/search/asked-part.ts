import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { wordsOf } from '../words/fold.ts';
import { isQuestion } from '../words/sentences.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { questionTerms } from './question-terms.ts';

const name = String.raw`\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+){0,2}`;
const title = '(?:[Mm]ister|Mr|Mrs|Ms|[Mm]iss|[Ss]ir|[Mm]adam|Herr|Frau|[Mm]onsieur|[Mm]adame|[Mm]ademoiselle)';
const introduction = new RegExp(
  String.raw`(?<!\p{L})(?:I am|I[’']m|[Mm]y name is|[Ii]ch bin|[Ii]ch heiße|[Mm]ein Name ist|[Jj]e suis|[Jj]e m[’']appelle|[Mm]on nom est) ${name}(?:[,.] |,? (?:and|und|et) )`,
  'gu',
);
const addressedFirst = new RegExp(String.raw`^${title}\.? ${name}, `, 'u');
const called = `(?:d[eu] |von )?${name}`;
const addressedLast = new RegExp(String.raw`, (?:(?<courtesy>${title}\.?(?: ${called})?)|(?<called>${called}))(?= ?[?.!…]*$)`, 'u');

/**
 * A message without who asks and who is asked: "I am Ada Byron. Who built the wheel, Mister Brook?" asks who built the wheel.
 * A name there says nothing of the topic, unless the documents know it: "Who painted it, Savelli?"
 */
export function askedPart(text: string, language: Language, vocabulary: Vocabulary): string {
  const termsOf = (part: string) => questionTerms(wordsOf(part), { text: part, language }, vocabulary);
  const isKnown = (part: string) => termsOf(part).some(({ forms }) => forms.size > 0);
  const withoutAddress = (sentence: string) =>
    sentence.replace(addressedLast, (whole, courtesy?: string, bare = '') => (courtesy || !isKnown(bare) ? '' : whole));
  const sentences = splitSentences(text.replace(introduction, '').replace(addressedFirst, '')).map(withoutAddress);
  const asks = sentences.some(isQuestion);
  const part = sentences.filter((sentence) => !asks || isQuestion(sentence) || !termsOf(sentence).some(({ isForeign }) => isForeign));
  return part.join(' ').trim() || text;
}
