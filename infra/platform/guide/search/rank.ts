import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { byLanguage, languageIntents } from '../language/language-data.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { askingOf } from '../words/word-lists.ts';
import weights from './feature-weights.json';
import type { Hit, IndexedPassage, KnowledgeIndex } from './knowledge-index.ts';
import type { QuestionTerm } from './question-terms.ts';

/** A question, and what the conversation adds to it. */
export interface Query {
  /** Folded, with single spaces. */
  text: string;
  terms: readonly QuestionTerm[];
  /** The paragraph of the answer before, as far as it is of this language. */
  previous?: { document: string; paragraph: number } | undefined;
  /** The question leans on the answer before ("Who painted it?"). */
  refersBack: boolean;
  /** What the answer before was about. */
  subject: readonly QuestionTerm[];
  /** Whether a document belongs to where the visitor is. */
  isNear(passage: IndexedPassage): boolean;
}

const kinds = byLanguage((language) =>
  languageIntents[language].hints.map(({ id, question, answer }) => ({
    id,
    question: new RegExp(question),
    answer: new RegExp(answer, 'u'),
  })),
);

/** What a question asks for (a name, a date, a price), and whether a text says such a thing; undefined for any other question. */
export function kindOf(folded: string, language: Language): QuestionKind | undefined {
  const kind = kinds[language].find(({ question }) => question.test(folded));
  // Names are known by their capitals; that of a sentence's first word means nothing.
  return (
    kind && { ...kind, isSaidBy: (text) => kind.answer.test(text) || kind.answer.test(text.slice(0, 1).toLowerCase() + text.slice(1)) }
  );
}

/** Whether a paragraph says what a question of this kind asks for, or begins with such a question. */
export function isAnswerTo(kind: QuestionKind, { text, lead }: IndexedPassage): boolean {
  return kind.isSaidBy(text) || kind.question.test(wordsOf(lead).join(' '));
}

interface QuestionKind {
  id: string;
  /** Matches a folded question of this kind. */
  question: RegExp;
  isSaidBy(text: string): boolean;
}

type Feature = keyof typeof weights.rank;
type Features = Readonly<Record<Feature, number>>;

export interface Candidate {
  passage: IndexedPassage;
  features: Features;
  /** Above 0 it is rather the answer than not. */
  worth: number;
}

/** Without a price, a price is no answer, however well the words fit. */
const strictKinds = new Set(['who', 'price', 'cause of death', 'birth', 'weight', 'height', 'size', 'count', 'when', 'duration', 'age']);

/** The paragraphs that may answer, best first. */
export function rankPassages(index: KnowledgeIndex, language: Language, query: Query): Candidate[] {
  const kind = kindOf(query.text, language);
  const isStrict = kind !== undefined && strictKinds.has(kind.id);
  const hits = index.search(query.terms, query.refersBack ? query.previous?.document : undefined);
  // What the documents speak of somewhere is not answered where they do not.
  const isElsewhere = query.terms.some(({ forms, isWeak }) => forms.size > 0 && !isWeak);
  // A name that no passage holds: "Why did Napoleon sleep here?"
  if (query.terms.some(({ isForeign }) => isForeign)) return [];
  return hits
    .filter(({ passage }) => !isStrict || kind?.isSaidBy(passage.text))
    .filter(({ known }) => !isElsewhere || known.some((worth, at) => worth > 0 && !query.terms[at]?.isWeak))
    .map((hit) => {
      const features = featuresOf(hit, query, index.vocabulary, kind);
      return { passage: hit.passage, features, worth: worthOf(features) };
    })
    .sort(byWorth);
}

/** The sum of the features, weighted. */
function worthOf(features: Features): number {
  return Object.entries(features).reduce((sum, [name, value]) => sum + weights.rank[name as Feature] * value, 0);
}

const byWorth = (one: Candidate, other: Candidate): number => other.worth - one.worth || one.passage.id - other.passage.id;

/**
 * The best, and with it another paragraph of its document where it is not clearly better: they fit together, as those of
 * two documents do not. None where they all are rather no answer.
 */
export function chooseAnswer(candidates: readonly Candidate[]): Candidate[] {
  const [best] = candidates;
  // Where the visitor stands says which of two it is, not that it is an answer: it counts half.
  const worths = candidates.slice(0, 3).map(({ worth, features }) => worth - (weights.rank.near * features.near) / 2);
  const evidence = Math.log(worths.reduce((sum, worth) => sum + Math.exp(worth), 0));
  if (!best || evidence < weights.threshold[best.passage.document.language]) return [];
  const next = candidates
    .slice(1, 4)
    .find(({ worth, passage }) => passage.document === best.passage.document && best.worth - worth < weights.clearLead);
  return next ? [best, next] : [best];
}

function featuresOf(hit: Hit, query: Query, vocabulary: Vocabulary, kind: QuestionKind | undefined): Features {
  const { passage, score, known, knownNearby } = hit;
  const { terms } = query;
  const share = sharesOf(terms);
  const sentences = passage.sentences();
  const matched = terms.reduce((sum, { weight }, at) => sum + weight * (known[at] ?? 0), 0);
  const own = new Set(terms.map((term) => term.stem));
  const said = sentences.reduce((sum, { stems }) => sum + [...own].filter((one) => stems.has(one)).length, 0);
  return {
    bias: 1,
    nearby: share(knownNearby),
    matched: Math.min(3, matched) / 3,
    score: Math.sqrt(score),
    // What a paragraph is about stands at its beginning, and more than once.
    first: share(sentences[0]?.stems ?? new Set()),
    often: Math.min(4, said) / 4,
    together: Math.max(0, ...sentences.map(({ stems }) => togetherIn([...stems], terms))),
    terms: Math.min(6, terms.length) / 6,
    near: query.isNear(passage) ? 1 : 0,
    ...leadFeatures(hit, query, vocabulary, kind),
    ...kindFeatures(hit, query, vocabulary, kind),
    ...backFeatures(hit, query, vocabulary, kind),
  };
}

/** Whether the paragraph begins with such a question. */
function leadFeatures({ passage: { lead, document } }: Hit, query: Query, vocabulary: Vocabulary, kind: QuestionKind | undefined) {
  const words = wordsOf(lead);
  const stems = new Set(vocabulary.stemsOf(lead));
  const inLead = sharesOf(query.terms)(stems);
  const isAskedOtherwise = kind !== undefined && lead !== '' && !kind.question.test(words.join(' '));
  const isAskedAlike = lead !== '' && askingOf(words, document.language) === askingOf(query.text.split(' '), document.language);
  const shared = [...stems].filter((stem) => query.terms.some(({ forms }) => forms.has(stem)));
  return {
    lead: isAskedOtherwise ? 0 : inLead,
    leadAlike: isAskedAlike ? inLead : 0,
    leadShared: shared.length / Math.max(1, stems.size),
    askedOtherwise: isAskedOtherwise ? 1 : 0,
  };
}

/** Whether the paragraph says what is asked for, where the question's words stand or right behind them. */
function kindFeatures({ passage }: Hit, { terms }: Query, vocabulary: Vocabulary, kind: QuestionKind | undefined) {
  if (!kind) return { said: 0, counted: 0, wrongKind: 0 };
  const share = sharesOf(terms);
  const sentences = passage.sentences();
  const before = (at: number) => sentences[at - 1]?.stems ?? vocabulary.stemsOf(passage.lead);
  const said = sentences.map(({ text, stems }, at) => (kind.isSaidBy(text) ? share(new Set([...stems, ...before(at)])) : 0));
  const counted = sentences.flatMap((sentence) => terms.map(({ forms }) => worthIn(forms, sentence.counted)));
  return {
    said: Math.max(0, ...said),
    counted: kind.id === 'count' ? Math.max(0, ...counted) : 0,
    wrongKind: kind.isSaidBy(passage.text) ? 0 : 1,
  };
}

/** Whether the paragraph goes on with what the answer before was about. */
function backFeatures({ passage }: Hit, { previous, refersBack, subject }: Query, vocabulary: Vocabulary, kind: QuestionKind | undefined) {
  if (!refersBack) return { backToDocument: 0, backToParagraph: 0, subject: 0, subjectSentence: 0 };
  const share = sharesOf(subject);
  const isPrevious = previous?.document === passage.document.id;
  return {
    backToDocument: isPrevious ? 1 : 0,
    backToParagraph: isPrevious && previous?.paragraph === passage.paragraph ? 1 : 0,
    subject: share(new Set(vocabulary.stemsOf(`${passage.title}\n${passage.text}`))),
    subjectSentence: Math.max(0, ...passage.sentences().map(({ text, stems }) => fits(text, kind) * share(stems))),
  };
}

/** How many neighbouring words of the question stand close together, as a share of the neighbours; synonyms count less. */
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

/** What share of the terms' weight is known: by a text's stems, or as counted already. */
function sharesOf(terms: readonly QuestionTerm[]) {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  return (known: ReadonlySet<string> | readonly number[]): number => {
    const sum = terms.reduce((all, { weight, forms }, at) => all + weight * ('has' in known ? worthIn(forms, known) : (known[at] ?? 0)), 0);
    return total === 0 ? 0 : sum / total;
  };
}
