import { localize } from '@enfilade/shared-contracts/i18n/localize';
import type { KnowledgeDocument } from '../../content/content.ts';
import { type GuideAnswer, type GuideQuestion, type GuideState, withTold } from './guide-state.ts';
import type { QuestionTerm } from './search/question-terms.ts';
import type { Turn } from './turn.ts';
import { pickExcerpt } from './words/sentences.ts';

/** The paragraph to tell, and what of the question it should answer (nothing: its beginning is told). */
export interface Passage {
  document: KnowledgeDocument;
  paragraph: number;
  terms: readonly QuestionTerm[];
}

/** One to three sentences of a paragraph, with its source and, in a guided tour, its room. */
export function tell(turn: Turn, { document, paragraph, terms }: Passage): GuideAnswer {
  const room = turn.question.visitMode === 'guided' ? roomOf(turn, document) : undefined;
  return {
    state: stateAfter(turn, document, paragraph),
    text: pickExcerpt(document.paragraphs[paragraph] ?? '', sentenceLimit(turn.question), (sentence) => worthOf(sentence, terms, turn)),
    sources: [{ title: document.title, document: document.id }],
    ...(room && { room }),
  };
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

/** The tour moves to the room it told of; exploring leaves it where it was. */
function stateAfter({ state, question }: Turn, document: KnowledgeDocument, paragraph: number): GuideState {
  const roomId = question.visitMode === 'guided' ? (document.roomId ?? state.roomId) : state.roomId;
  return { ...withTold(state, document.id, paragraph), ...(roomId !== undefined && { roomId }) };
}

function roomOf({ content, question }: Turn, { roomId }: KnowledgeDocument): GuideAnswer['room'] {
  const { rooms } = content.profile;
  const index = rooms.findIndex(({ id }) => id === roomId);
  const room = rooms[index];
  return room && { index, count: rooms.length, name: localize(room.name, question.language) };
}
