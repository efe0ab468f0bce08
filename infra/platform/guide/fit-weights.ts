import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { MuseumContent } from '../content/content.ts';
import { type GoldenKind, type GoldenQuestion, goldenKindOf, goldenKinds, verdictOf } from './golden-questions.ts';
import { createGuide } from './guide.ts';
import { type GuideTurn, newGuideState } from './guide-state.ts';
import { candidatesOf, isRanked, queryOf } from './look-up.ts';
import { quotesOf } from './quotes.ts';
import { byWorth, type Candidate, chooseAnswer, type Feature, type Features, worthOf } from './search/rank.ts';

/** A golden question, and the paragraphs that may answer it. */
export interface GoldenExample {
  museum: string;
  question: GoldenQuestion;
  candidates: readonly Candidate[];
  /** Those that answer it; none where it is unknown. */
  right: ReadonlySet<Candidate>;
  /** What becomes of it when these are chosen. */
  verdictOf(chosen: readonly Candidate[]): ReturnType<typeof verdictOf>;
}

/** Of a museum's questions those whose answer the ranking decides. */
export function goldenExamples(content: MuseumContent, questions: readonly GoldenQuestion[]): GoldenExample[] {
  const guide = createGuide(content);
  return questions.flatMap((question) => {
    const asked = (text: string) => ({ text, language: question.language, visitMode: 'exploration' as const });
    const state = question.after.reduce((before, text) => guide.reply(before, asked(text)).state, newGuideState);
    const turn = guide.turnOf(state, asked(question.question));
    return isRanked(turn) ? [exampleOf(turn, question)] : [];
  });
}

function exampleOf(turn: GuideTurn, question: GoldenQuestion): GoldenExample {
  const query = queryOf(turn);
  const candidates = candidatesOf(turn, query);
  const verdict = (chosen: readonly Candidate[]) => {
    const quotes = quotesOf(
      turn,
      chosen.map(({ passage }) => ({ ...passage, terms: query.terms })),
    );
    return verdictOf(
      question,
      quotes.map(({ document }) => document.id),
      quotes.flatMap(({ sentences }) => sentences).join(' '),
    );
  };
  const withVerdict = (wanted: string) => candidates.filter((one) => !question.unknown && verdict([one]) === wanted);
  const right = withVerdict('right');
  const museum = turn.content.folder;
  return { museum, question, candidates, right: new Set(right.length > 0 ? right : withVerdict('fact missing')), verdictOf: verdict };
}

type Weights = Record<Feature, number>;

/** Golden questions are asked from nowhere: what it is worth to stand near a thing cannot be learned from them. */
const unlearned: ReadonlySet<string> = new Set<Feature>(['near']);
const steps = 600;
const ridge = 0.3;
const speed = 0.1;

/**
 * A conditional logit over all paragraphs of a question and "no answer", fitted by gradient ascent (Adam) with a ridge
 * penalty. Nothing in it is random: the same questions give the same weights.
 */
export function fitWeights(examples: readonly GoldenExample[], before: Weights): Weights {
  const names = (Object.keys(before) as Feature[]).filter((name) => !unlearned.has(name));
  const rows = examples.map(({ candidates, right }) =>
    candidates.map((one) => ({ values: names.map((name) => one.features[name]), isRight: right.has(one) })),
  );
  const weights = names.map(() => 0);
  const means = names.map(() => 0);
  const spreads = names.map(() => 0);
  for (let step = 1; step <= steps; step += 1) {
    for (const [at, sum] of slopesOf(rows, weights).entries()) {
      const slope = (sum - (names[at] === 'bias' ? 0 : ridge * (weights[at] ?? 0))) / examples.length;
      means[at] = 0.9 * (means[at] ?? 0) + 0.1 * slope;
      spreads[at] = 0.999 * (spreads[at] ?? 0) + 0.001 * slope ** 2;
      weights[at] = (weights[at] ?? 0) + (speed * means[at]) / (1 - 0.9 ** step) / (Math.sqrt(spreads[at] / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return { ...before, ...Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0])) };
}

type Row = { values: readonly number[]; isRight: boolean };

/** How the likelihood of all right answers grows with each weight. */
function slopesOf(questions: readonly (readonly Row[])[], weights: readonly number[]): number[] {
  const slopes = weights.map(() => 0);
  for (const rows of questions) {
    const odds = rows.map(({ values }) => Math.exp(values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)));
    const sumOf = (isIn: (row: Row) => boolean) => rows.reduce((sum, row, at) => sum + (isIn(row) ? (odds[at] ?? 0) : 0), 0);
    const [all, right] = [1 + sumOf(() => true), sumOf(({ isRight }) => isRight)];
    for (const [at, { values, isRight }] of rows.entries()) {
      const pull = (odds[at] ?? 0) * ((isRight ? 1 / right : 0) - 1 / all);
      for (let place = 0; place < values.length; place += 1) slopes[place] = (slopes[place] ?? 0) + pull * (values[place] ?? 0);
    }
  }
  return slopes;
}

/** What a threshold makes of the questions. */
export interface FitCount {
  right: Record<GoldenKind, number>;
  asked: Record<GoldenKind, number>;
  wrongPassage: number;
}

/** Every museum's questions, answered with the weights that the other museums' gave. */
export function crossValidate(examples: readonly GoldenExample[], before: Weights): (threshold: number, language: Language) => FitCount {
  const museums = [...new Set(examples.map(({ museum }) => museum))];
  const weighed = museums.flatMap((museum) => {
    const weights = fitWeights(
      examples.filter((one) => one.museum !== museum),
      before,
    );
    return examples.filter((one) => one.museum === museum).map((one) => ({ ...one, candidates: reweigh(one.candidates, weights) }));
  });
  return (threshold, language) =>
    countFit(
      weighed.filter(({ question }) => question.language === language),
      threshold,
    );
}

const reweigh = (candidates: readonly Candidate[], weights: Features): Candidate[] =>
  candidates.map((one) => ({ ...one, worth: worthOf(one.features, weights) })).sort(byWorth);

function countFit(examples: readonly GoldenExample[], threshold: number): FitCount {
  const count: FitCount = { right: noneOf(), asked: noneOf(), wrongPassage: 0 };
  for (const { question, candidates, verdictOf: verdict } of examples) {
    const kind = goldenKindOf(question);
    const result = verdict(chooseAnswer(candidates, threshold));
    count.asked[kind] += 1;
    if (result === 'right') count.right[kind] += 1;
    if (result === 'wrong passage') count.wrongPassage += 1;
  }
  return count;
}

const noneOf = () => Object.fromEntries(goldenKinds.map((kind) => [kind, 0])) as Record<GoldenKind, number>;
