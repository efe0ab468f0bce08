import type { KnowledgeDocument } from '../../content/content.ts';
import type { Focus } from './search/finding.ts';
import type { Turn } from './turn.ts';

/**
 * Where the visitor is: in a guided tour with rooms the tour's room, otherwise the chosen exhibition.
 * The previous answer's document counts as long as this language has it.
 */
export function focusOf({ content, index, state, question }: Turn): Focus {
  const roomId = question.visitMode === 'guided' ? (state.roomId ?? content.profile.rooms[0]?.id) : undefined;
  const isNear = roomId
    ? (document: KnowledgeDocument) => document.roomId === roomId
    : ({ exhibitionId }: KnowledgeDocument) => exhibitionId !== undefined && exhibitionId === question.exhibitionId;
  const previous = state.told && index.documents.get(state.told.document);
  return { isNear, previousId: previous?.id };
}
