import type { Source } from '@enfilade/shared-contracts/api/schemas';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { KnowledgeDocument } from '../content/content.ts';
import { type GuideQuestion, type GuideReply, type GuideTurn, withCovered } from './guide-state.ts';
import type { QuestionTerm } from './search/question-terms.ts';
import { wordsOf } from './words/fold.ts';
import { pickExcerpt } from './words/sentences.ts';

/** The paragraph to quote, and what of the question it should answer (nothing: its beginning is quoted). */
export interface FoundPassage {
  document: KnowledgeDocument;
  paragraph: number;
  terms: readonly QuestionTerm[];
}

/** One to three sentences of a paragraph, with its source. */
export function replyWithQuote(turn: GuideTurn, passage: FoundPassage): GuideReply {
  const { document, paragraph } = passage;
  const sentences = excerptOf(turn, passage);
  const state = withCovered(turn.state, document.id, paragraph);
  const lineKeys = new Set([...(state.lineKeys ?? []), ...sentences.map(lineKey)]);
  return {
    state: { ...state, lineKeys: [...lineKeys] },
    text: sentences.join(' '),
    passages: [{ document: document.id, paragraph }],
    sources: [sourceOf(document)],
  };
}

/** The key of a sentence in `GuideState.lineKeys`: a hash of its words, so that a conversation stays small. */
export function lineKey(line: string): string {
  let hash = 0x811c9dc5;
  for (const letter of wordsOf(line).join(' ')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}

export function sourceOf({ id, title }: KnowledgeDocument): Source {
  return { title, document: id };
}

/** The sentences of a paragraph that answer best. */
export function excerptOf(turn: GuideTurn, { document, paragraph, terms }: FoundPassage): string[] {
  const text = document.paragraphs[paragraph] ?? '';
  return splitSentences(pickExcerpt(text, sentenceLimit(turn.question), (sentence) => worthOf(sentence, terms, turn)));
}

/** Children, hurried visitors and those who prefer a conversation get shorter answers. */
function sentenceLimit({ visitorType = '', time = '', style = '' }: GuideQuestion): number {
  const isShort = visitorType.includes('kids') || /\b5\b/.test(time) || style.includes('interactive');
  return isShort ? 2 : 3;
}

function worthOf(sentence: string, terms: readonly QuestionTerm[], { index }: GuideTurn): number {
  const stems = new Set(index.vocabulary.stemsOf(sentence));
  return terms.reduce((sum, { stem, others, weight }) => {
    const other = Math.max(0, ...[...others].filter(([substitute]) => stems.has(substitute)).map(([, worth]) => worth));
    return sum + weight * (stems.has(stem) ? 1 : other);
  }, 0);
}
