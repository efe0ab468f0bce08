import { addToSources } from '@enfilade/shared-contracts/api/reply-events';
import type { Source } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { KnowledgeDocument } from '../content/content.ts';
import { type GuideQuestion, type GuideReply, type GuideState, type GuideTurn, withCovered } from './guide-state.ts';
import { byLanguage, languageData } from './language/language-data.ts';
import type { QuestionTerm } from './search/question-terms.ts';
import { kindOf } from './search/rank.ts';
import { pickExcerpt } from './words/sentences.ts';

/** If terms are missing, the guide quotes the beginning. */
export interface FoundPassage {
  document: KnowledgeDocument;
  paragraph: number;
  terms: readonly QuestionTerm[];
  /** True for a question by label number. Its answer has the full length, whatever time the visitor chose. */
  isAskedByNumber?: boolean;
  says?: RegExp | undefined;
}

/** Up to three sentences of one paragraph, or up to two of each of two paragraphs. */
export function replyWithQuotes(turn: GuideTurn, passages: readonly FoundPassage[]): GuideReply {
  const quotes = quotesOf(turn, passages);
  const text = quotes.flatMap((quote) => quote.sentences).join(' ');
  let state: GuideState = { ...turn.state, subject: subjectOf(turn, text) };
  // The best passage comes last, because follow-ups refer to the last one.
  for (const { document, paragraph } of passages.toReversed()) state = withCovered(state, document.id, paragraph);
  return {
    ...{ state, text },
    passages: passages.map(({ document, paragraph }) => ({ document: document.id, paragraph })),
    sources: passages.map((passage) => sourceOf(passage, turn.question)).reduce<readonly Source[]>(addToSources, []),
  };
}

export const quotesOf = (turn: GuideTurn, passages: readonly FoundPassage[]): (FoundPassage & { sentences: string[] })[] =>
  passages.map((passage) => ({ ...passage, sentences: excerptOf(turn, passage, passages.length > 1 ? 2 : 3) }));

export function sourceOf(
  { document: { id, title, easy }, paragraph }: Pick<FoundPassage, 'document' | 'paragraph'>,
  { isEasy }: Pick<GuideQuestion, 'isEasy'>,
): Source {
  const paragraphs = [paragraph + 1];
  return isEasy && easy ? { title: easy.title, document: id, paragraphs, isEasy } : { title, document: id, paragraphs };
}

/** The easy form is quoted whole. */
export function easySentences(
  { easy }: KnowledgeDocument,
  paragraph: number,
  { isEasy }: Pick<GuideQuestion, 'isEasy'>,
): string[] | undefined {
  const text = isEasy ? easy?.paragraphs[paragraph] : undefined;
  return text === undefined ? undefined : splitSentences(text);
}

export function excerptOf(turn: GuideTurn, { document, paragraph, terms, says, isAskedByNumber }: FoundPassage, most = 3): string[] {
  const easy = easySentences(document, paragraph, turn.question);
  if (easy) return easy;
  const text = document.paragraphs[paragraph] ?? '';
  const worth = (sentence: string) => worthOf(sentence, terms, turn) + (says?.test(sentence) ? saidWorth : 0);
  const sentences = splitSentences(pickExcerpt(text, isAskedByNumber ? most : Math.min(most, sentenceLimit(turn.question)), worth));
  return nameSubject(splitSentences(text)[0] ?? '', sentences, turn.question.language);
}

const subjects = byLanguage((language) => {
  const { question, answer } = languageData[language].subject;
  return { question: new RegExp(question, 'u'), answer: new RegExp(answer, 'u') };
});

/** Replaces the pronoun by the subject of the question: "Who was Ida? She was a novelist" becomes "Ida was a novelist". */
export function nameSubject(lead: string, sentences: string[], language: Language): string[] {
  const [first = '', ...others] = sentences;
  const { question, answer } = subjects[language];
  const subject = question.exec(lead)?.groups?.['subject'];
  if (!subject || !answer.test(first)) return sentences;
  return [first.replace(answer, `${subject[0]?.toUpperCase()}${subject.slice(1)} `), ...others];
}

const saidWorth = 5;
const kindWorth = 0.4;
const longestSubject = 300;

/** The subject for follow-up questions: the question, the names in the answer, and the earlier subject. */
export function subjectOf({ state, question }: GuideTurn, answer: string): string {
  const names = answer.match(/(?<=[\p{L},] )\p{Lu}\p{L}+/gu) ?? [];
  return [question.text, ...new Set(names), state.subject ?? ''].join(' ').slice(0, longestSubject);
}

/** Children, hurried visitors and visitors who prefer a conversation get shorter answers. */
const sentenceLimit = ({ visitorType = '', time = '', style = '' }: GuideQuestion): number =>
  visitorType.includes('kids') || /\b5\b/.test(time) || style.includes('interactive') ? 2 : 3;

function worthOf(sentence: string, terms: readonly QuestionTerm[], { index, question }: GuideTurn): number {
  const stems = new Set(index.vocabulary.stemsOf(sentence));
  const kind = kindOf(wordsOf(question.text).join(' '), question.language);
  const known = terms.map(({ forms, weight }) => weight * Math.max(0, ...[...forms].map(([form, worth]) => (stems.has(form) ? worth : 0))));
  return known.reduce((sum, one) => sum + one, 0) + (kind?.isSaidBy(sentence) ? kindWorth : 0);
}
