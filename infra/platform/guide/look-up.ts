import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import type { KnowledgeDocument } from '../content/content.ts';
import { coveredParagraphs, type GuideState, type GuideTurn, hasBegun, previousDocument } from './guide-state.ts';
import { byLanguage, languageIntents, type PhraseId, type SmallTalkId } from './language/language-data.ts';
import type { FoundPassage } from './quotes.ts';
import type { Hit, KnowledgeIndex } from './search/knowledge-index.ts';
import { type QuestionTerm, questionTerms } from './search/question-terms.ts';
import { wordsOf } from './words/fold.ts';
import { topicWords, wordLists } from './words/word-lists.ts';

/** What the conversation is about before the question is read. */
interface SearchFocus {
  /** Whether a document belongs to where the visitor is. */
  isNear(document: KnowledgeDocument): boolean;
  /** Document of the previous reply. */
  previousId: string | undefined;
  /** Whether the question leans on the previous reply ("Who painted it?"). */
  refersBack: boolean;
  /** Whether a paragraph gives the kind of answer that is wanted. */
  fitsQuestion(paragraph: string): boolean;
}

/** The document that answers, its best paragraph, and how sure that is. */
interface Finding {
  document: KnowledgeDocument;
  paragraph: number;
  /** Share of what the question says that the document knows; over 1 where that is what the document is about. */
  coverage: number;
}

const nearBoost = 1.35;
const previousBoost = 1.2;
const refersBackBoost = 1.8;
/** More inside a document than between documents: there the topic is known. */
const fittingBoost = { paragraph: 1.8, document: 1.3 };

/** The best document for the question by what its paragraphs know; undefined where nothing was hit. */
function pickFinding(hits: readonly Hit[], terms: readonly QuestionTerm[], focus: SearchFocus): Finding | undefined {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const shareOf = (known: readonly number[]) => terms.reduce((sum, { weight }, at) => sum + weight * (known[at] ?? 0), 0) / total;
  const backBoost = focus.refersBack ? refersBackBoost : previousBoost;
  const found = [...hitsByDocument(hits)].map(([document, own]) => {
    const worthOf = ({ score, known, paragraph }: Hit, boost: number) =>
      score * shareOf(known) * (focus.fitsQuestion(document.paragraphs[paragraph] ?? '') ? boost : 1);
    const best = Math.max(...own.map((hit) => worthOf(hit, fittingBoost.document)));
    const paragraphWorth = (hit: Hit) => worthOf(hit, fittingBoost.paragraph);
    const { paragraph } = own.reduce((one, other) => (paragraphWorth(other) > paragraphWorth(one) ? other : one));
    const together = terms.map((_, at) => Math.max(...own.map(({ known }) => known[at] ?? 0)));
    // Half of the document's sureness must come from one paragraph: words scattered over a page are no answer.
    const coverage = (Math.max(...own.map(({ known }) => shareOf(known))) + shareOf(together)) / 2;
    const boost = (focus.isNear(document) ? nearBoost : 1) * (focus.previousId === document.id ? backBoost : 1);
    return { document, paragraph, coverage, rank: best * coverage * boost };
  });
  return found.sort((one, other) => other.rank - one.rank || (one.document.id < other.document.id ? -1 : 1))[0];
}

function hitsByDocument(hits: readonly Hit[]): Map<KnowledgeDocument, Hit[]> {
  const grouped = new Map<KnowledgeDocument, Hit[]>();
  for (const hit of hits) grouped.set(hit.document, [...(grouped.get(hit.document) ?? []), hit]);
  return grouped;
}

/** What answers a message: a paragraph of the museum's, or something the guide says of itself. */
export type LookUpResult = { passage: FoundPassage } | { phrase: PhraseId };

/** A document must know this share of what the question says. Found with the tables of demo-questions.test.ts. */
const leastCoverage = 0.52;

/** Looks the answer up. Pure, and never without a result. */
export function lookUp(turn: GuideTurn): LookUpResult {
  const { language } = turn.question;
  const words = messageWords(turn);
  const smallTalk = pickSmallTalk(words, language);
  if (smallTalk) return { phrase: smallTalk };
  const own = turn.index.findOwnQuestion(turn.question.text);
  if (own) return { passage: { ...own, terms: [] } };
  const topics = topicWords(words, language);
  if (topics.length === 0) return words.length > 0 ? continueDocument(turn) : { phrase: 'unknown' };
  const isAboutPlace = topics.every((word) => wordLists[language].place.has(word));
  const terms = questionTerms(words, turn.question, turn.index.vocabulary);
  const focus = focusOf(turn);
  const finding = pickFinding(hitsOf(turn.index, terms, focus), terms, focus);
  if (finding && finding.coverage >= leastCoverage) return { passage: { ...finding, terms } };
  return isAboutPlace ? overview(turn) : { phrase: 'unknown' };
}

/** "Hello Clara" is "hello"; a message that is only the guide's name stays. */
export function messageWords({ question, content }: GuideTurn): readonly string[] {
  const words = wordsOf(question.text);
  const own = new Set(wordsOf(localize(content.profile.guideName, question.language)));
  const others = words.filter((word) => !own.has(word));
  return others.length > 0 ? others : words;
}

const smallTalk = byLanguage((language) =>
  Object.entries(languageIntents[language].smallTalk).flatMap(([id, patterns]) =>
    patterns.map((pattern) => [id as SmallTalkId, new RegExp(pattern)] as const),
  ),
);

function pickSmallTalk(words: readonly string[], language: Language): SmallTalkId | undefined {
  const text = words.join(' ').slice(0, 200);
  return smallTalk[language].find(([, pattern]) => pattern.test(text))?.[0];
}

/**
 * Where the visitor is: once a guided tour has begun its room, otherwise the chosen exhibition.
 * The previous reply's document counts as long as this language has it.
 */
function focusOf({ content, index, state, question }: GuideTurn): SearchFocus {
  const roomId = question.visitMode === 'guided' && hasBegun(state.tour) ? content.profile.rooms[state.tour?.room ?? 0]?.id : undefined;
  const isNear = roomId
    ? (document: KnowledgeDocument) => document.roomId === roomId
    : ({ exhibitionId }: KnowledgeDocument) => exhibitionId !== undefined && exhibitionId === question.exhibitionId;
  const previous = index.documents.get(previousDocument(state) ?? '');
  const words = wordsOf(question.text);
  return {
    isNear,
    previousId: previous?.id,
    refersBack: words.some((word) => wordLists[question.language].pronouns.has(word)),
    fitsQuestion: fitsQuestion(words, question.language),
  };
}

const hints = byLanguage((language) =>
  languageIntents[language].hints.map(({ question, answer, flags }) => ({
    question: new RegExp(question),
    answer: new RegExp(answer, flags),
  })),
);

/** Whether a paragraph gives the kind of answer the question wants: a reason, a year, a number. */
function fitsQuestion(words: readonly string[], language: Language): (paragraph: string) => boolean {
  const text = words.join(' ');
  const wanted = hints[language].filter(({ question }) => question.test(text));
  return (paragraph) => wanted.some(({ answer }) => answer.test(paragraph));
}

/**
 * Weak words alone ("How old is it?", "the story of this room") are looked up only where the visitor stands
 * and in what was just quoted: anywhere else the word would match by chance.
 */
function hitsOf(index: KnowledgeIndex, terms: readonly QuestionTerm[], focus: SearchFocus): Hit[] {
  const hits = index.search(terms);
  if (terms.some(({ isWeak }) => !isWeak)) return hits;
  return hits.filter(({ document, paragraph }) => {
    const isHere = focus.isNear(document) || focus.previousId === document.id;
    return isHere && focus.fitsQuestion(document.paragraphs[paragraph] ?? '');
  });
}

/** "Why?", "Tell me more": the next paragraph of what was just quoted; at the start, where the visitor stands. */
function continueDocument(turn: GuideTurn): LookUpResult {
  const document = turn.index.documents.get(previousDocument(turn.state) ?? '');
  if (!document) return overview(turn);
  const paragraph = firstUncovered(document, turn.state);
  return paragraph < 0 ? { phrase: 'exhausted' } : { passage: { document, paragraph, terms: [] } };
}

/** The first thing not yet said about where the visitor stands. */
function overview(turn: GuideTurn): LookUpResult {
  const focus = focusOf(turn);
  const all = [...turn.index.documents.values()];
  const near = all.filter((document) => focus.isNear(document));
  const document = (near.length > 0 ? near : all).find((candidate) => firstUncovered(candidate, turn.state) >= 0);
  if (document) return { passage: { document, paragraph: firstUncovered(document, turn.state), terms: [] } };
  return { phrase: all.length > 0 ? 'exhausted' : 'unknown' };
}

function firstUncovered(document: KnowledgeDocument, state: GuideState): number {
  const covered = coveredParagraphs(state, document.id);
  return document.paragraphs.findIndex((_, at) => !covered.includes(at));
}
