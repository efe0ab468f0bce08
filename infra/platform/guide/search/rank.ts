import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { byLanguage, languageData, readPatterns } from '../language/language-data.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { askingOf } from '../words/word-lists.ts';
import type { Hit, IndexedPassage, KnowledgeIndex } from './knowledge-index.ts';
import type { QuestionTerm } from './question-terms.ts';

export interface Query {
  /** Folded, with single spaces. */
  text: string;
  terms: readonly QuestionTerm[];
  previous?: { document: string; paragraph: number } | undefined;
  /** The question refers to the previous answer ("Who painted it?"). */
  refersBack: boolean;
  subject: readonly QuestionTerm[];
  isNear(passage: IndexedPassage): boolean;
}

const kinds = byLanguage((language) => readPatterns(languageData[language].hints));

/** The kind of answer that a question asks for (a name, a date, a price), with a test for texts; undefined for any other question. */
export function kindOf(folded: string, language: Language): QuestionKind | undefined {
  const kind = kinds[language].find(({ question }) => question.test(folded));
  // Capitals mark names, except at the beginning of a sentence.
  return (
    kind && { ...kind, isSaidBy: (text) => kind.answer.test(text) || kind.answer.test(text.slice(0, 1).toLowerCase() + text.slice(1)) }
  );
}

/** Whether a paragraph contains an answer of this kind, or begins with a question of this kind. */
export const isAnswerTo = (kind: QuestionKind, { text, lead }: IndexedPassage): boolean =>
  kind.isSaidBy(text) || kind.question.test(wordsOf(lead).join(' '));

type QuestionKind = { id: string; question: RegExp; isSaidBy(text: string): boolean };

/** Fitted to the seen golden questions. If any one of these features is missing, more than one question is answered worse. */
const weights = {
  nearby: 1.09,
  matched: 5.05,
  score: 2.86,
  first: 0.78,
  together: 0.64,
  near: 1.5,
  leadAlike: 3.37,
  askedOtherwise: -0.42,
  said: 0.86,
  counted: 1.49,
  backToDocument: 3.11,
  subjectSentence: 1.9,
};
/** Least evidence for an answer, in every language. */
const threshold = 5.75;
/** Lead of the best paragraph above which a second paragraph is not quoted. */
const clearLead = 2;

type Features = Readonly<Record<keyof typeof weights, number>>;

export type Candidate = { passage: IndexedPassage; features: Features; worth: number };

/** Kinds of questions that a text without this kind of answer does not answer, however well its words match. */
const strictKinds = new Set(['who', 'price', 'cause of death', 'birth', 'size', 'count', 'year', 'when', 'duration', 'age']);

export function rankPassages(index: KnowledgeIndex, language: Language, query: Query): Candidate[] {
  const kind = kindOf(query.text, language);
  const isStrict = kind !== undefined && strictKinds.has(kind.id);
  const hits = index.search(query.terms, query.refersBack ? query.previous?.document : undefined);
  // If any document contains a topic word, a paragraph without any of the topic words does not answer.
  const isElsewhere = query.terms.some(({ forms, isWeak }) => forms.size > 0 && !isWeak);
  // No passage contains the name: "Why did Napoleon sleep here?"
  if (query.terms.some(({ isForeign }) => isForeign)) return [];
  return hits
    .filter(({ passage }) => !isStrict || kind?.isSaidBy(passage.text))
    .filter(({ known }) => !isElsewhere || known.some((worth, at) => worth > 0 && !query.terms[at]?.isWeak))
    .map((hit) => {
      const features = featuresOf(hit, query, index.vocabulary, kind);
      return { passage: hit.passage, features, worth: worthOf(features) };
    })
    .sort((one, other) => other.worth - one.worth || one.passage.id - other.passage.id);
}

const worthOf = (features: Features): number =>
  Object.entries(features).reduce((sum, [name, value]) => sum + weights[name as keyof typeof weights] * value, 0);

/**
 * The best paragraph, and another paragraph of the same document if its worth is close. Empty if the evidence for an answer is too low.
 */
export function chooseAnswer(candidates: readonly Candidate[]): Candidate[] {
  const [best] = candidates;
  // The visitor's place counts half, because it decides between two answers but is little evidence for an answer.
  const worths = candidates.slice(0, 3).map(({ worth, features }) => worth - (weights.near * features.near) / 2);
  const evidence = Math.log(worths.reduce((sum, worth) => sum + Math.exp(worth), 0));
  if (!best || evidence < threshold) return [];
  const next = candidates
    .slice(1, 4)
    .find(({ worth, passage }) => passage.document === best.passage.document && best.worth - worth < clearLead);
  return next ? [best, next] : [best];
}

function featuresOf(hit: Hit, query: Query, vocabulary: Vocabulary, kind: QuestionKind | undefined): Features {
  const { passage, score, known, knownNearby } = hit;
  const { terms } = query;
  const share = sharesOf(terms);
  const sentences = passage.sentences();
  const matched = terms.reduce((sum, { weight }, at) => sum + weight * (known[at] ?? 0), 0);
  return {
    nearby: share(knownNearby),
    matched: Math.min(3, matched) / 3,
    score: Math.sqrt(score),
    // Paragraphs name their subject in the first sentence.
    first: share(sentences[0]?.stems ?? new Set()),
    together: Math.max(0, ...sentences.map(({ stems }) => togetherIn([...stems], terms))),
    near: query.isNear(passage) ? 1 : 0,
    ...leadFeatures(passage, query, vocabulary, kind),
    ...kindFeatures(passage, query, vocabulary, kind),
    ...backFeatures(passage, query, kind),
  };
}

function leadFeatures({ lead, document }: IndexedPassage, query: Query, vocabulary: Vocabulary, kind: QuestionKind | undefined) {
  if (lead === '') return { leadAlike: 0, askedOtherwise: 0 };
  const words = wordsOf(lead);
  const isAskedAlike = askingOf(words, document.language) === askingOf(query.text.split(' '), document.language);
  return {
    leadAlike: isAskedAlike ? sharesOf(query.terms)(new Set(vocabulary.stemsOf(lead))) : 0,
    askedOtherwise: kind && !kind.question.test(words.join(' ')) ? 1 : 0,
  };
}

/** Whether the paragraph has the wanted kind of answer in or right after a sentence with the question's words. */
function kindFeatures(passage: IndexedPassage, { terms }: Query, vocabulary: Vocabulary, kind: QuestionKind | undefined) {
  if (!kind) return { said: 0, counted: 0 };
  const share = sharesOf(terms);
  const sentences = passage.sentences();
  const before = (at: number) => sentences[at - 1]?.stems ?? vocabulary.stemsOf(passage.lead);
  const said = sentences.map(({ text, stems }, at) => (kind.isSaidBy(text) ? share(new Set([...stems, ...before(at)])) : 0));
  const counted = sentences.flatMap((sentence) => terms.map(({ forms }) => worthIn(forms, sentence.counted)));
  return { said: Math.max(0, ...said), counted: kind.id === 'count' ? Math.max(0, ...counted) : 0 };
}

function backFeatures(passage: IndexedPassage, { previous, refersBack, subject }: Query, kind: QuestionKind | undefined) {
  if (!refersBack) return { backToDocument: 0, subjectSentence: 0 };
  const share = sharesOf(subject);
  return {
    backToDocument: previous?.document === passage.document.id ? 1 : 0,
    subjectSentence: Math.max(0, ...passage.sentences().map(({ text, stems }) => fits(text, kind) * share(stems))),
  };
}

/** Share of the question's neighbouring words that are also close in the text. Synonyms count less. */
function togetherIn(stems: readonly string[], terms: readonly QuestionTerm[]): number {
  const places = terms.map(({ forms }) => stems.map((stem) => forms.get(stem) ?? 0));
  const pairs = places.slice(1).map((second, at) => {
    const first = places[at] ?? [];
    const close = first.flatMap((worth, place) => second.slice(Math.max(0, place - 2), place + 3).map((other) => worth * other));
    return Math.max(0, ...close);
  });
  return pairs.reduce((sum, worth) => sum + worth, 0) / Math.max(1, pairs.length);
}

const fits = (text: string, kind: QuestionKind | undefined) => (kind && !kind.isSaidBy(text) ? 0.4 : 1);

const worthIn = (forms: ReadonlyMap<string, number>, stems: ReadonlySet<string>) =>
  Math.max(0, ...[...forms].map(([form, worth]) => (stems.has(form) ? worth : 0)));

/** The matched share of the terms' weight, by the stems of a text or by given shares. */
function sharesOf(terms: readonly QuestionTerm[]) {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  return (known: ReadonlySet<string> | readonly number[]): number => {
    const sum = terms.reduce((all, { weight, forms }, at) => all + weight * ('has' in known ? worthIn(forms, known) : (known[at] ?? 0)), 0);
    return total === 0 ? 0 : sum / total;
  };
}
