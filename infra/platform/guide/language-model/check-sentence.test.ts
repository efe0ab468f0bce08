import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { expect, it } from '@rstest/core';
import { demoMuseums } from '../../testing/demo-museums.ts';
import { checkSentence, type SentenceContext, type Verdict } from './check-sentence.ts';
import { makeChangedSentences } from './testing/changed-sentences.ts';
import { createPairJudge, type SentencePair } from './testing/judge-pairs.ts';
import written from './testing/sentences.json';

const passage = (text: string, number = 1) => ({ number, document: 'd', paragraph: number - 1, title: 'panel', text });

interface Said extends Partial<SentenceContext> {
  texts: readonly string[];
  quoted?: readonly { passage: number; words: string }[];
}

function check(text: string, { texts, quoted, language = 'en', ...more }: Said): string {
  const quotations = quoted ?? texts.map((words, at) => ({ passage: at + 1, words }));
  const context = { language, names: ['The Old Mill', 'Clara'], properNames: new Set<string>(), isTold: () => false, ...more };
  return describeVerdict(checkSentence({ text, quotations }, { ...context, passages: texts.map((one, at) => passage(one, at + 1)) }));
}

const describeVerdict = (verdict: Verdict): string =>
  verdict.kind === 'dropped' ? verdict.reason : verdict.passages.map(({ number }) => number).join();

const built = 'The water wheel was built in 1788 by the carpenter Jonas Brook.';
const wheel = `${built} It is made of oak. Its forty buckets hold six litres each. It never stood still.`;

const quotes = (...all: string[]) => all.map((words) => ({ passage: 1, words }));

it.each([
  ['without a quotation', []],
  ['with quoted words that no passage has', quotes('built in 1789')],
  ['with a true and an invented quotation', quotes('built in 1788', 'by the emperor')],
  ['with a quotation of a single word, which occurs in every text', quotes('wheel')],
])('A sentence %s is dropped', (_, quoted) => expect(check('The wheel was built in 1788.', { texts: [wheel], quoted })).toBe('quotation'));

it('A quotation may differ in case, accents and marks, and may name another passage', () => {
  const texts = ['A cat named Ophélia guarded the grain.', wheel];
  expect(check('The wheel was built in 1788.', { texts, quoted: quotes('“Was built, in 1788”') })).toBe('2');
  expect(check('The cat Ophelia guarded the grain.', { texts, quoted: quotes('ophelia guarded') })).toBe('1');
});

it('A sentence that combines two passages needs a quotation from each', () => {
  const texts = [wheel, 'A cat named Ophelia guarded the grain.'];
  const text = 'The wheel is of oak, and the cat Ophelia guarded the grain.';
  const quoted = [
    { passage: 1, words: 'made of oak' },
    { passage: 2, words: 'Ophelia guarded the grain' },
  ];
  expect([check(text, { texts, quoted }), check(text, { texts, quoted: quoted.slice(0, 1) })]).toEqual(['1,2', 'name']);
});

it.each<[Language, string, string, string]>([
  ['en', built, 'Jonas Brook was the carpenter who built it.', '1'],
  ['en', built, 'The wheel was built in 1789.', 'number'],
  ['en', built, 'The wheel was built by Peter Brook.', 'name'],
  ['en', built, 'The wheel was not built by the carpenter.', 'negation'],
  ['en', built, 'The wheel was a present of the bishop.', 'words'],
  ['en', 'Its forty buckets hold six litres each.', 'Each of its 40 buckets holds six litres.', '1'],
  ['en', 'No booking is needed for the telescope.', 'A booking is needed for the telescope.', 'negation'],
  ['de', 'Fotografieren dürfen Sie ohne Blitz.', 'Fotografieren dürfen Sie mit Blitz.', 'negation'],
  ['de', 'Sie malte das Nordfenster des Ateliers.', 'Sie malte das Fenster des Ateliers.', '1'],
  ['de', 'Das Rad des 18. Jahrhunderts hatte vierzig Schaufeln.', 'Im achtzehnten Jahrhundert hatte das Rad 40 Schaufeln.', '1'],
  ['fr', 'Elle n’a jamais expliqué la plage vide.', 'Elle a expliqué la plage vide.', 'negation'],
  ['fr', 'Il n’y travaillait qu’entre le coucher du soleil et la nuit.', 'Il y travaillait après le coucher du soleil.', '1'],
])('In %s, with the quotation “%s”, the verdict on “%s” is %s', (language, text, sentence, expected) =>
  expect(check(sentence, { texts: [text], language })).toBe(expected),
);

it('A quotation cannot leave out a “never” beside its words', () =>
  expect(check('The wheel stood still.', { texts: [wheel], quoted: quotes('stood still') })).toBe('negation'));

it('A sentence about a name needs a quoted sentence with that name', () => {
  const texts = ['He who waits is in the night, says a letter of Savelli. Dandini saw a joke about the master in it.'];
  const properNames = new Set(['savelli', 'dandini']);
  const quoted = quotes('says a letter of Savelli');
  expect(check('A letter of Savelli says it.', { texts, quoted, properNames })).toBe('1');
  expect(check('A letter of Dandini says it.', { texts, quoted, properNames })).toBe('name');
});

const museums = demoMuseums.map(({ content }) => content);
const passes = createPairJudge(museums);

const share = (pairs: readonly SentencePair[], of: (pair: SentencePair) => boolean) => pairs.filter(of).length / pairs.length;
const trueShare = (pairs: readonly SentencePair[]) => share(pairs, (pair) => passes(pair, pair.true));
const falseShare = (pairs: readonly SentencePair[]) => share(pairs, (pair) => !passes(pair, pair.false));

it('At least 74 % of the true hand-written sentences pass, and at least 89 % of the false ones are dropped', () => {
  expect(trueShare(written)).toBeGreaterThanOrEqual(0.74);
  expect(falseShare(written)).toBeGreaterThanOrEqual(0.89);
});

it('At least 92 % of the true sentences made from documents pass, and at least 90 % of the false ones are dropped', () => {
  const pairs = makeChangedSentences(museums, 50, 20_261_123);
  expect(pairs).toHaveLength(150);
  expect(trueShare(pairs)).toBeGreaterThanOrEqual(0.92);
  expect(falseShare(pairs)).toBeGreaterThanOrEqual(0.9);
});
