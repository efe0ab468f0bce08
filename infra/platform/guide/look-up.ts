import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { profileDocumentId } from '@enfilade/shared-contracts/museum/findings';
import type { KnowledgeDocument } from '../content/content.ts';
import { coveredParagraphs, type GuideState, type GuideTurn, type Passage } from './guide-state.ts';
import { byLanguage, fillPlaces, languageData, type PhraseId, type SmallTalkId } from './language/language-data.ts';
import { formsOf, readSayings, sayingIn } from './language/sayings.ts';
import type { FoundPassage } from './quotes.ts';
import { findInProfile, type IndexedPassage, needsOf, needsTold } from './search/knowledge-index.ts';
import { findAskedObject } from './search/label-number.ts';
import { questionTerms } from './search/question-terms.ts';
import { type Candidate, chooseAnswer, isAnswerTo, kindOf, type Query, rankPassages } from './search/rank.ts';
import { topicWords, wordLists } from './words/word-lists.ts';

export type LookUpResult = { passages: readonly FoundPassage[] } | { phrase: PhraseId };

export function lookUp(turn: GuideTurn): LookUpResult {
  const { language } = turn.question;
  const words = messageWords(turn);
  const atOnce = answerAtOnce(turn, words);
  if (atOnce) return atOnce;
  const topics = topicsOf(words, language);
  if (topics.length === 0) return answerEllipsis(turn, words) ?? continueDocument(turn);
  // "And in which year?"
  const isYear = kindOf(words.join(' '), language)?.id === 'year' && topics.every((word) => wordLists[language].weak.has(word));
  const told = isYear ? answerEllipsis(turn, words) : undefined;
  if (told && 'passages' in told) return told;
  const query = queryOf(turn, words, topics);
  const chosen = chooseAnswer(candidatesOf(turn, query));
  if (chosen.length > 0) return { passages: chosen.map(({ passage }) => ({ ...passage, terms: query.terms })) };
  const isOfPlace = topics.every((word) => wordLists[language].place.has(word)) && !kindOf(query.text, language);
  return isOfPlace ? overview(turn) : { phrase: 'unknown' };
}

/** Answers without a search: label numbers, questions of documents, small talk and practical needs. */
function answerAtOnce(turn: GuideTurn, words: readonly string[]): LookUpResult | undefined {
  const object = askedObjectOf(turn, words);
  if (object && 'nearest' in object) return { phrase: object.nearest.length > 1 ? 'noObjectBetween' : 'noObject' };
  if (object) return { passages: [{ ...object, terms: [], isAskedByNumber: true }] };
  const own = turn.index.findOwnQuestion(turn.question.text);
  if (own) return { passages: [{ ...own, terms: [] }] };
  const smallTalk = pickSmallTalk(words, turn);
  if (smallTalk) return { phrase: smallTalk };
  if (words.length === 0) return { phrase: hearts.test(turn.question.text) ? 'love' : 'unknown' };
  return answerPractical(turn, words.join(' '));
}

const askedObjectOf = ({ content, index, question }: GuideTurn, words: readonly string[]) =>
  findAskedObject(content.profile, index.documents, words, question.language);

/** "And why?" asks about the previous topic. Dates and people are mostly in the quoted paragraph. */
function answerEllipsis(turn: GuideTurn, words: readonly string[]): LookUpResult | undefined {
  const previous = previousPassage(turn);
  const kind = kindOf(words.join(' '), turn.question.language);
  if (!previous || !kind) return undefined;
  const query = queryOf(turn, words);
  const candidates = candidatesOf(turn, query).filter(({ passage }) => isAnswerTo(kind, passage));
  const all = candidates.map(({ passage }) => passage);
  const told = all.filter(
    ({ document, paragraph, text }) => document.id === previous.document && paragraph === previous.paragraph && kind.isSaidBy(text),
  );
  const chosen = chooseAnswer(candidates).map(({ passage }) => passage);
  const asked = all.filter(({ lead }) => kind.question.test(wordsOf(lead).join(' '))).slice(0, 1);
  const order = toldElsewhere.has(kind.id) ? [chosen, asked, told] : [told, chosen, asked];
  const passages = order.find((found) => found.length > 0);
  return passages ? { passages: passages.map((one) => ({ ...one, terms: query.subject })) } : { phrase: 'unknown' };
}

const toldElsewhere = new Set(['why', 'duration']);

/** The topic words, without words that only name the kind of answer: "Combien de *temps* ?" */
function topicsOf(words: readonly string[], language: Language): string[] {
  const kind = kindOf(words.join(' '), language);
  const asked = new Set(kind?.id === 'duration' || kind?.id === 'age' ? wordsOf(kind.question.exec(words.join(' '))?.[0] ?? '') : []);
  return topicWords(words, language).filter((word) => !asked.has(word) || !wordLists[language].weak.has(word));
}

const hasTour = ({ question, state }: Pick<GuideTurn, 'question' | 'state'>): boolean =>
  question.visitMode === 'guided' && state.tour?.begunAt !== undefined;

function queryOf(turn: GuideTurn, words = messageWords(turn), topics = topicsOf(words, turn.question.language)): Query {
  const { question, index, state } = turn;
  const { language } = question;
  // A question after a tour's step may have another topic, because the visitor did not ask for the step's text.
  const followsStep = hasTour(turn) && state.tour?.asides === 0;
  const previous = followsStep ? undefined : previousPassage(turn);
  const leans =
    topics.length <= 1 ||
    wordLists[language].conjunctions.has(words[0] ?? '') ||
    words.some((word) => wordLists[language].pronouns.has(word));
  const subject = state.subject ?? '';
  return {
    text: words.join(' '),
    terms: questionTerms(topics, question, index.vocabulary),
    previous,
    refersBack: previous !== undefined && leans,
    subject: questionTerms(wordsOf(subject), { text: subject, language }, index.vocabulary),
    isNear: isNearOf(turn),
  };
}

/**
 * Weak words alone ("How old is it?") match only in the visitor's place and in the quoted document, because elsewhere they match by chance.
 */
function candidatesOf({ index, question, state }: GuideTurn, query: Query): Candidate[] {
  const isWeak = query.terms.every((term) => term.isWeak);
  // Visitors on a tour ask about the rest of the house as often as about the room.
  const isNear = hasTour({ question, state }) && !isWeak ? () => false : query.isNear;
  const candidates = rankPassages(index, question.language, { ...query, isNear });
  if (!isWeak) return candidates;
  return candidates.filter(({ passage }) => query.isNear(passage) || query.previous?.document === passage.document.id);
}

/** The words of a message without the guide's name. A message that is only the name stays unchanged. */
export function messageWords({ question, content }: GuideTurn): readonly string[] {
  const words = wordsOf(question.text);
  const own = new Set(wordsOf(localize(content.profile.guideName, question.language)));
  const others = words.filter((word) => !own.has(word));
  return others.length > 0 ? others : words;
}

const hearts = /[\u2764\u2665\u{1F60D}\u{1F970}\u{1F495}-\u{1F49F}\u{1F44D}\u{1F44F}]|<3/u;

function answerPractical({ index, question: { language } }: GuideTurn, text: string): LookUpResult | undefined {
  const [need] = needsOf(text, language);
  if (!need) return undefined;
  const { id, answer } = need;
  const told = findInProfile(index.profile, text);
  if (told.length > 0) return { passages: told.map((one) => ({ ...one, terms: [] })) };
  // The best document is the one with most practical information: the leaflet for visitors.
  const [best] = index.passages
    .filter((passage) => answer.test(passage.text))
    .sort((one, other) => needsTold(other.text, language) - needsTold(one.text, language));
  if (best) return { passages: [{ ...best, terms: [], says: answer }] };
  const own = `practical-${id}` as PhraseId;
  return id === 'children' ? undefined : { phrase: Object.hasOwn(languageData[language].phrases, own) ? own : 'outside' };
}

export const isAdmission = (id: PhraseId): boolean => id === 'unknown' || id === 'outside' || id.startsWith('practical-');

const smallTalk = byLanguage((language) => readSayings(languageData[language].said.smallTalk));

const mostWords = 30;

/** Messages that need an answer although a tour would read them as an intent: hearts, insults, boredom. */
export const isMood = (turn: GuideTurn): boolean => hearts.test(turn.question.text) || moods.has(pickSmallTalk(messageWords(turn), turn));

const moods = new Set<SmallTalkId | undefined>([
  ...(['insult', 'love', 'bored', 'care', 'proof', 'slower', 'languages', 'dislike', 'perform', 'personal', 'visitor'] as const),
]);

function pickSmallTalk(words: readonly string[], { question, state }: GuideTurn): SmallTalkId | undefined {
  const { language } = question;
  const found = words.length > mostWords ? undefined : sayingIn(formsOf(words, language), smallTalk[language]);
  return found === 'visitor' && !state.visitors ? undefined : found;
}

/** Whether a document belongs to the visitor's place: the tour's room once the tour has begun, otherwise the chosen exhibition. */
function isNearOf({ content, state, question }: GuideTurn): (where: { document: KnowledgeDocument }) => boolean {
  const roomId = hasTour({ question, state }) ? content.profile.rooms[state.tour?.room ?? 0]?.id : undefined;
  if (roomId) return ({ document }) => document.roomId === roomId;
  return ({ document: { exhibitionId } }) => exhibitionId !== undefined && exhibitionId === question.exhibitionId;
}

function previousPassage({ state, index }: GuideTurn): Passage | undefined {
  const last = state.covered.at(-1);
  return last && index.documents.has(last.document) ? { document: last.document, paragraph: last.paragraphs.at(-1) ?? 0 } : undefined;
}

/** "Tell me more": the paragraph after the quoted one; at the start, the visitor's place. */
export function continueDocument(turn: GuideTurn): LookUpResult {
  // "More" after a question for the toilets does not mean the prices.
  const previous = turn.state.covered.findLast((one) => one.document !== profileDocumentId);
  const document = turn.index.documents.get(previous?.document ?? '');
  if (!document) return overview(turn);
  const paragraph = firstUncovered(document, turn.state);
  return paragraph < 0 ? { phrase: 'exhausted' } : { passages: [{ document, paragraph, terms: [] }] };
}

function overview(turn: GuideTurn): LookUpResult {
  const isNear = isNearOf(turn);
  const all = [...turn.index.documents.values()].filter(({ id }) => id !== profileDocumentId);
  const near = all.filter((document) => isNear({ document }));
  const document = (near.length > 0 ? near : all).find((candidate) => firstUncovered(candidate, turn.state) >= 0);
  if (document) return { passages: [{ document, paragraph: firstUncovered(document, turn.state), terms: [] }] };
  return { phrase: all.length > 0 ? 'exhausted' : 'unknown' };
}

function firstUncovered(document: KnowledgeDocument, state: GuideState): number {
  const covered = coveredParagraphs(state, document.id);
  return document.paragraphs.findIndex((_, at) => !covered.includes(at));
}

export function saidBefore(turn: GuideTurn): FoundPassage | undefined {
  const last = previousPassage(turn);
  const document = last && turn.index.documents.get(last.document);
  return document && { document, paragraph: last.paragraph, terms: queryOf(turn).subject };
}

/** The nearest to the visitor's question, otherwise a paragraph about the visitor's place. */
export function pickInstead(turn: GuideTurn): IndexedPassage | undefined {
  const { index, question, state } = turn;
  const isFresh = ({ document, paragraph, lead }: IndexedPassage) =>
    lead !== '' && !coveredParagraphs(state, document.id).includes(paragraph);
  const nearest = candidatesOf(turn, queryOf(turn)).find(({ passage }) => isFresh(passage));
  if (nearest) return nearest.passage;
  const fresh = index.passages.filter(isFresh);
  const near = fresh.filter(isNearOf(turn));
  const all = near.length > 0 ? near : fresh;
  // Varies with the question, and is the same for the same question.
  return all[question.text.length % Math.max(1, all.length)];
}

export function phraseOf(turn: GuideTurn, id: PhraseId, instead = id === 'unknown' ? pickInstead(turn) : undefined): string {
  const { content, question, state } = turn;
  const { phrases } = languageData[question.language];
  const visitors = state.visitors?.length ? `, ${new Intl.ListFormat(question.language).format(state.visitors)}` : '';
  const object = id === 'noObject' || id === 'noObjectBetween' ? askedObjectOf(turn, messageWords(turn)) : undefined;
  const [nearest, other] = object && 'nearest' in object ? object.nearest : [];
  const said = fillPlaces(phrases[id], {
    ...{ name: localize(content.profile.guideName, question.language), museum: content.museum.name, visitor: visitors },
    ...(object && 'number' in object && { number: object.number }),
    ...(nearest && { nearest: nearest.number, object: localize(nearest.name, question.language) }),
    ...(other && { other: other.number, otherObject: localize(other.name, question.language) }),
  });
  return instead ? `${said} ${fillPlaces(phrases.instead, { question: instead.lead })}` : said;
}
