import type { Source } from '@enfilade/shared-contracts/api/schemas';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { KnowledgeDocument } from '../content/content.ts';
import { type GuideAnswer, type GuideQuestion, withTold } from './guide-state.ts';
import { lineKey } from './said-lines.ts';
import type { QuestionTerm } from './search/question-terms.ts';
import type { Turn } from './turn.ts';
import { pickExcerpt } from './words/sentences.ts';

/** The paragraph to tell, and what of the question it should answer (nothing: its beginning is told). */
export interface Passage {
  document: KnowledgeDocument;
  paragraph: number;
  terms: readonly QuestionTerm[];
}

/** One to three sentences of a paragraph, with its source. */
export function tell(turn: Turn, passage: Passage): GuideAnswer {
  const { document, paragraph } = passage;
  const sentences = excerptOf(turn, passage);
  const state = withTold(turn.state, document.id, paragraph);
  const said = new Set([...(state.said ?? []), ...sentences.map(lineKey)]);
  return { state: { ...state, said: [...said] }, text: sentences.join(' '), sources: [sourceOf(document)] };
}

export function sourceOf({ id, title }: KnowledgeDocument): Source {
  return { title, document: id };
}

/** The sentences of a paragraph that answer best. */
export function excerptOf(turn: Turn, { document, paragraph, terms }: Passage): string[] {
  const text = document.paragraphs[paragraph] ?? '';
  return splitSentences(pickExcerpt(text, sentenceLimit(turn.question), (sentence) => worthOf(sentence, terms, turn)));
}

/** Children, hurried visitors and those who prefer a conversation get shorter answers. */
function sentenceLimit({ visitorType = '', time = '', style = '' }: GuideQuestion): number {
  const isShort = visitorType.includes('kids') || /\b5\b/.test(time) || style.includes('interactive');
  return isShort ? 2 : 3;
}

function worthOf(sentence: string, terms: readonly QuestionTerm[], { index }: Turn): number {
  const stems = new Set(index.vocabulary.stemsOf(sentence));
  return terms.reduce((sum, { stem, others, weight }) => {
    const other = Math.max(0, ...[...others].filter(([one]) => stems.has(one)).map(([, worth]) => worth));
    return sum + weight * (stems.has(stem) ? 1 : other);
  }, 0);
}
