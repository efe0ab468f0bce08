import path from 'node:path';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { beforeAll, describe, expect, it } from '@rstest/core';
import type { MuseumContent } from '../../content/content.ts';
import { loadContent } from '../../content/load-content.ts';
import { checkSentence, type SentenceContext, type Verdict } from './check-sentence.ts';
import { makeChangedSentences } from './testing/changed-sentences.ts';
import { createPairJudge, type SentencePair } from './testing/judge-pairs.ts';
import written from './testing/sentences.json';

const passage = (text: string, number = 1) => ({ number, document: 'd', paragraph: number - 1, title: 'panel', text });

function check(
  text: string,
  texts: readonly string[],
  { cited = [1], language = 'en', ...more }: Partial<SentenceContext> & { cited?: number[] } = {},
): string {
  const context = { language, question: '', names: ['The Old Mill', 'Clara'], properNames: new Set<string>(), ...more };
  return describeVerdict(checkSentence({ text, cited }, { ...context, passages: texts.map((one, at) => passage(one, at + 1)) }));
}

const describeVerdict = (verdict: Verdict): string => {
  if (verdict.kind === 'dropped') return verdict.reason;
  return verdict.kind === 'carried' ? verdict.passages.map(({ number }) => number).join() : 'free';
};

const wheel =
  'The water wheel was built in 1788 by the carpenter Jonas Brook. It is made of oak. Its forty buckets hold six litres each. It never stood still.';

describe('a sentence', () => {
  it.each<[string, Language]>([
    ['Hello and welcome!', 'en'],
    ['I am Clara, your AI guide.', 'en'],
    ['Would you like to hear more about the wheel?', 'en'],
    ['I am sorry, I do not know that.', 'en'],
    ['Guten Tag und herzlich willkommen!', 'de'],
    ['Das weiß ich leider nicht.', 'de'],
    ['Möchten Sie mehr darüber hören?', 'de'],
    ['Bonjour et bienvenue !', 'fr'],
    ['Je ne sais pas, je regrette.', 'fr'],
    ['Voulez-vous en savoir plus ?', 'fr'],
  ])('without claims is free: %s', (text, language) => expect(check(text, [wheel], { language })).toBe('free'));

  it.each([
    ['The wheel was built in 1788.', '1'],
    ['Jonas Brook was the carpenter who built it.', '1'],
    ['Each of its 40 buckets holds six litres.', '1'],
    ['The wheel was built in 1789.', 'number'],
    ['The wheel was built by Peter Brook.', 'name'],
    ['The wheel is not made of oak.', 'negation'],
    ['The wheel often stood still.', 'negation'],
    ['The wheel is made of oak, a present of the bishop.', 'words'],
    ['The wheel was a murderer.', 'words'],
    ['Jonas Brook was a thief.', 'words'],
    ['The carpenter Jonas Brook was the builder of the wheel.', '1'],
    ['They say it became famous.', 'words'],
    ['Did you know that the wheel was built in 1805?', 'number'],
    ['I do not know, but the wheel was built in 1805.', 'number'],
  ])('%s: %s', (text, expected) => expect(check(text, [wheel])).toBe(expected));

  it('is held against the passages it cites together, else against each that was retrieved', () => {
    const cat = 'A cat named Ophelia guarded the grain.';
    expect(check('The cat Ophelia guarded the grain.', [wheel, cat], { cited: [1] })).toBe('2');
    expect(check('The wheel is of oak, and the cat Ophelia guarded the grain.', [wheel, cat], { cited: [1, 2] })).toBe('1,2');
    expect(check('The cat Ophelia guarded the grain.', [wheel, cat], { cited: [] })).toBe('2');
    expect(check('The cat Ophelia guarded the grain.', [wheel], { cited: [7] })).toBe('name');
  });

  it('may write numbers in words or digits, centuries and ordinals', () => {
    expect(
      check('Im achtzehnten Jahrhundert hatte das Rad 40 Schaufeln.', ['Das Rad des 18. Jahrhunderts hatte vierzig Schaufeln.'], {
        language: 'de',
      }),
    ).toBe('1');
    expect(
      check('Au XVIIIe siècle, la roue avait 91 augets.', ['La roue du dix-huitième siècle avait quatre-vingt-onze augets.'], {
        language: 'fr',
      }),
    ).toBe('1');
    expect(check('The 2,000 citizens paid for 31 years.', ['Two thousand citizens paid for thirty-one years.'])).toBe('1');
  });
});

describe('of the sentences of the demo museums', () => {
  let museums: readonly MuseumContent[];
  let passes: ReturnType<typeof createPairJudge>;
  beforeAll(async () => {
    ({ museums } = await loadContent(path.resolve(import.meta.dirname, '../../../demo')));
    passes = createPairJudge(museums);
  });

  const share = (pairs: readonly SentencePair[], of: (pair: SentencePair) => boolean) => pairs.filter(of).length / pairs.length;
  const trueShare = (pairs: readonly SentencePair[]) => share(pairs, (pair) => passes(pair, pair.true));
  const falseShare = (pairs: readonly SentencePair[]) => share(pairs, (pair) => !passes(pair, pair.false));

  // Odd ones, from the first, were tuned on; the even ones only counted. The aim for all is 95 % and 98 %.
  it.each([
    ['tuned on', written.filter((_, at) => at % 2 === 0), { true: 0.92, false: 0.94 }],
    ['kept aside', written.filter((_, at) => at % 2 === 1), { true: 0.76, false: 0.82 }],
  ])('those written by hand and %s: the true ones mostly pass, the false ones mostly fall', (_, pairs, floor) => {
    expect(trueShare(pairs)).toBeGreaterThanOrEqual(floor.true);
    expect(falseShare(pairs)).toBeGreaterThanOrEqual(floor.false);
  });

  it("those made from the documents' own: the true ones pass, the false ones fall, but for a few", () => {
    const pairs = makeChangedSentences(museums, 50, 20_261_123);
    expect(pairs).toHaveLength(150);
    expect(trueShare(pairs)).toBeGreaterThanOrEqual(0.98);
    expect(falseShare(pairs)).toBeGreaterThanOrEqual(0.97);
  });
});
