import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import type { KnowledgeDocument, MuseumContent } from '../../content/content.ts';
import { focusOf } from './focus.ts';
import { type GuideAnswer, type GuideQuestion, type GuideState, previousDocument, toldParagraphs } from './guide-state.ts';
import { type PhraseId, phrase } from './phrases.ts';
import { type Focus, pickFinding } from './search/finding.ts';
import { createKnowledgeIndex, type Hit, type KnowledgeIndex } from './search/knowledge-index.ts';
import { type QuestionTerm, questionTerms } from './search/question-terms.ts';
import { pickSmallTalk } from './small-talk.ts';
import { tell } from './telling.ts';
import type { Turn } from './turn.ts';
import { wordsOf } from './words/fold.ts';
import { isPlaceWord, topicWords } from './words/word-lists.ts';

/** One museum's guide: answers from the museum's documents, and says so where they hold nothing. */
export interface Guide {
  /** Pure: the same state and question give the same answer. Never throws, whatever the text. */
  answer(state: GuideState, question: GuideQuestion): GuideAnswer;
  /** The documents in a language, those that have most to do with `text` first. */
  related(text: string, language: Language): KnowledgeDocument[];
}

/** Indexes the museum's knowledge once, in every language. */
export function createGuide(content: MuseumContent): Guide {
  const [en, de, fr] = languages.map((language) => createKnowledgeIndex(content.knowledge, language)) as [
    KnowledgeIndex,
    KnowledgeIndex,
    KnowledgeIndex,
  ];
  const indexes: Record<Language, KnowledgeIndex> = { en, de, fr };
  return {
    answer: (state, question) => answer({ content, index: indexes[question.language], state, question }),
    related: (text, language) => related(indexes[language], text, language),
  };
}

/** A document must know this share of what the question says. Found with the tables of demo-questions.test.ts. */
const leastCoverage = 0.52;

function answer(turn: Turn): GuideAnswer {
  const { language } = turn.question;
  const words = withoutName(wordsOf(turn.question.text), localize(turn.content.profile.guideName, language));
  const courtesy = pickSmallTalk(words, language);
  if (courtesy) return say(turn, courtesy);
  const own = turn.index.findOwnQuestion(turn.question.text);
  if (own) return tell(turn, { ...own, terms: [] });
  const topics = topicWords(words, language);
  if (topics.length === 0) return words.length > 0 ? goOn(turn) : say(turn, 'unknown');
  const isAboutPlace = topics.every((word) => isPlaceWord(word, language));
  const terms = questionTerms(words, turn.question, turn.index.vocabulary);
  const focus = focusOf(turn);
  const finding = pickFinding(hitsOf(turn.index, terms, focus), terms, focus);
  if (finding && finding.coverage >= leastCoverage) return tell(turn, { ...finding, terms });
  return isAboutPlace ? overview(turn) : say(turn, 'unknown');
}

/**
 * Weak words alone ("How old is it?", "the story of this room") are looked up only where the visitor stands
 * and in what was just told: anywhere else the word would match by chance.
 */
function hitsOf(index: KnowledgeIndex, terms: readonly QuestionTerm[], focus: Focus): Hit[] {
  const hits = index.search(terms);
  if (terms.some(({ isWeak }) => !isWeak)) return hits;
  return hits.filter(({ document, paragraph }) => {
    const isHere = focus.isNear(document) || focus.previousId === document.id;
    return isHere && focus.isWanted(document.paragraphs[paragraph] ?? '');
  });
}

/** "Hello Clara" is "hello"; a message that is only the name stays. */
function withoutName(words: readonly string[], name: string): readonly string[] {
  const own = new Set(wordsOf(name));
  const others = words.filter((word) => !own.has(word));
  return others.length > 0 ? others : words;
}

/** "Why?", "Tell me more": the next paragraph of what was just told; at the start, where the visitor stands. */
function goOn(turn: Turn): GuideAnswer {
  const document = turn.index.documents.get(previousDocument(turn.state) ?? '');
  if (!document) return overview(turn);
  const paragraph = firstUntold(document, turn.state);
  return paragraph < 0 ? say(turn, 'exhausted') : tell(turn, { document, paragraph, terms: [] });
}

/** The first thing not yet told about where the visitor stands. */
function overview(turn: Turn): GuideAnswer {
  const focus = focusOf(turn);
  const all = [...turn.index.documents.values()];
  const near = all.filter((document) => focus.isNear(document));
  const document = (near.length > 0 ? near : all).find((candidate) => firstUntold(candidate, turn.state) >= 0);
  if (document) return tell(turn, { document, paragraph: firstUntold(document, turn.state), terms: [] });
  return say(turn, all.length > 0 ? 'exhausted' : 'unknown');
}

function firstUntold(document: KnowledgeDocument, state: GuideState): number {
  const told = toldParagraphs(state, document.id);
  return document.paragraphs.findIndex((_, at) => !told.includes(at));
}

function say({ content, question, state }: Turn, id: PhraseId): GuideAnswer {
  const names = { name: localize(content.profile.guideName, question.language), museum: content.museum.name };
  return { state, text: phrase(id, question.language, names), sources: [] };
}

function related(index: KnowledgeIndex, text: string, language: Language): KnowledgeDocument[] {
  // The newest words first: questionTerms keeps a limited number.
  const hits = index.search(questionTerms(wordsOf(text).reverse(), { text, language }, index.vocabulary));
  return [...new Set([...hits.map(({ document }) => document), ...index.documents.values()])];
}
