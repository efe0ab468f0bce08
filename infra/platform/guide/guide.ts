import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import type { KnowledgeDocument, MuseumContent } from '../content/content.ts';
import type { GuideQuestion, GuideReply, GuideState, GuideTurn } from './guide-state.ts';
import { byLanguage, phrase } from './language/language-data.ts';
import { lookUp } from './look-up.ts';
import { replyWithQuote } from './quotes.ts';
import { createKnowledgeIndex, type KnowledgeIndex } from './search/knowledge-index.ts';
import { questionTerms } from './search/question-terms.ts';
import { replyOnTour } from './tour.ts';
import { wordsOf } from './words/fold.ts';

/** One museum's guide: answers from the museum's documents, and says so where they hold nothing. */
export type Guide = ReturnType<typeof createGuide>;

/** Indexes the museum's knowledge once, in every language. */
export function createGuide(content: MuseumContent) {
  const indexes = byLanguage((language) => createKnowledgeIndex(content.knowledge, language));
  return {
    /** Pure: the same state and question give the same reply. Never throws, whatever the text. */
    reply: (state: GuideState, question: GuideQuestion) => reply({ content, index: indexes[question.language], state, question }),
    /** The documents in a language, those that have most to do with `text` first. */
    related: (text: string, language: Language) => related(indexes[language], text, language),
  };
}

function reply(turn: GuideTurn): GuideReply {
  const { content, question, state } = turn;
  if (question.visitMode === 'guided' && content.profile.rooms.length > 0) return replyOnTour(turn);
  const found = lookUp(turn);
  if ('passage' in found) return replyWithQuote(turn, found.passage);
  const names = { name: localize(content.profile.guideName, question.language), museum: content.museum.name };
  return { state, text: phrase(found.phrase, question.language, names), sources: [] };
}

function related(index: KnowledgeIndex, text: string, language: Language): KnowledgeDocument[] {
  // The newest words first: questionTerms reads a limited number.
  const hits = index.search(questionTerms(wordsOf(text).reverse(), { text, language }, index.vocabulary));
  return [...new Set([...hits.map(({ document }) => document), ...index.documents.values()])];
}
