import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { KnowledgeDocument } from '../content/content.ts';
import { previousDocument } from './guide-state.ts';
import { answerHint } from './search/answer-hint.ts';
import type { Focus } from './search/finding.ts';
import type { Turn } from './turn.ts';
import { wordsOf } from './words/fold.ts';

const pronouns: Record<Language, ReadonlySet<string>> = {
  en: new Set(['it', 'its', 'he', 'his', 'him', 'she', 'her', 'they', 'their', 'them', 'that', 'those']),
  de: new Set(['er', 'sein', 'seine', 'ihn', 'ihm', 'sie', 'ihr', 'ihre', 'es', 'das', 'diese', 'dieser', 'dieses', 'daran', 'davon']),
  fr: new Set(['il', 'elle', 'ils', 'elles', 'lui', 'leur', 'leurs', 'son', 'sa', 'ses', 'ca', 'cela', 'celui', 'celle', 'en', 'y']),
};

/**
 * Where the visitor is: in a guided tour with rooms the tour's room, otherwise the chosen exhibition.
 * The previous answer's document counts as long as this language has it.
 */
export function focusOf({ content, index, state, question }: Turn): Focus {
  const roomId = question.visitMode === 'guided' ? content.profile.rooms[state.tour?.room ?? 0]?.id : undefined;
  const isNear = roomId
    ? (document: KnowledgeDocument) => document.roomId === roomId
    : ({ exhibitionId }: KnowledgeDocument) => exhibitionId !== undefined && exhibitionId === question.exhibitionId;
  const previous = index.documents.get(previousDocument(state) ?? '');
  const words = wordsOf(question.text);
  return {
    isNear,
    previousId: previous?.id,
    refersBack: words.some((word) => pronouns[question.language].has(word)),
    isWanted: answerHint(words, question.language),
  };
}
