import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { describe, expect, it } from '@rstest/core';
import { demoMuseums } from '../../testing/demo-museums.ts';
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

  it.each<[Language, string, string, string]>([
    ['en', 'No booking is needed for the telescope.', 'You have to book.', 'negation'],
    ['en', 'The oak chest was empty after the fire.', 'The oak chest was not empty.', 'negation'],
    ['de', 'Fotografieren dürfen Sie ohne Blitz.', 'Fotos sind erlaubt, auch mit Blitz.', 'negation'],
    ['de', 'Elena konnte ihn nicht mehr sehen, verbrannte das Bildnis aber nicht.', 'Das Bildnis hat Elena verbrannt.', 'negation'],
    ['fr', 'Que signifie la plage vide ? Elle ne l’a jamais expliqué.', 'Elle a souvent dit ce que signifie la plage vide.', 'negation'],
    ['fr', 'Il n’y travaillait qu’entre le coucher du soleil et la nuit.', 'Il y travaillait après le coucher du soleil.', '1'],
    ['fr', 'La personne qui attend est dans la nuit.', 'Dans la nuit se trouve la personne qui attend.', '1'],
    ['en', wheel, 'The wheel was built by the carpenter Jonas Brook for a bishop.', 'words'],
    ['en', wheel, 'The wheel is made of copper and oak.', 'words'],
    ['en', 'She polished the edge of the lens with the bare thumb.', 'She polished the edge of the lens with her bare heel.', 'words'],
    ['en', 'Her sister Agnes gave her the letter.', 'Her mother Agnes gave her the letter.', 'words'],
    ['de', 'Sie malte das Nordfenster des Ateliers.', 'Sie malte das Fenster des Ateliers.', '1'],
    ['de', 'Sie malte das Nordfenster des Ateliers.', 'Sie malte das Südfenster des Ateliers.', 'words'],
    ['fr', 'Elle préparait l’encre selon une recette de sa mère.', 'Elle préparait l’encre selon une recette d’un moine.', 'words'],
    // It may count otherwise than the text, but not differently.
    ['en', wheel, 'The wheel was built in the 18th century.', '1'],
    ['en', wheel, 'The wheel was built in the 1780s.', '1'],
    ['en', wheel, 'The wheel was built in the 17th century.', 'number'],
    ['en', 'The archive holds 2,800 leaves.', 'The archive holds nearly 3,000 leaves.', '1'],
    ['en', 'The archive holds 2,800 leaves.', 'The archive holds nearly 4,000 leaves.', 'number'],
    ['de', 'Sie malte das Fenster von 1919 bis 1960.', 'Mehr als vierzig Jahre lang malte sie das Fenster.', '1'],
    ['fr', 'Elle naquit à Paris en 1884 et mourut à Rome en 1961.', 'Elle mourut à Rome à l’âge de 76 ans.', '1'],
    ['de', 'Sie teilten seit 1896 die Sommer, seit 1903 ein Sparbuch.', 'Sie teilten seit 1903 die Sommer.', 'number'],
    ['de', 'Das Rad des 18. Jahrhunderts hatte vierzig Schaufeln.', 'Im achtzehnten Jahrhundert hatte das Rad 40 Schaufeln.', '1'],
    ['fr', 'La roue du dix-huitième siècle avait quatre-vingt-onze augets.', 'Au XVIIIe siècle, la roue avait 91 augets.', '1'],
    ['en', 'Two thousand citizens paid for thirty-one years.', 'The 2,000 citizens paid for 31 years.', '1'],
  ])('in %s, where the text says “%s”: %s is %s', (language, text, sentence, expected) =>
    expect(check(sentence, [text], { language })).toBe(expected),
  );

  it('tells of a name what the text tells of it, not of another', () => {
    const text = ['He who waits is in the night, says a letter of Savelli. Dandini saw a joke about the master in it.'];
    const properNames = new Set(['savelli', 'dandini']);
    expect(check('A letter of Savelli says it.', text, { properNames })).toBe('1');
    expect(check('A letter of Dandini says it.', text, { properNames })).toBe('name');
  });

  it('is held against the passages it cites together, else against each that was retrieved', () => {
    const cat = 'A cat named Ophelia guarded the grain.';
    expect(check('The cat Ophelia guarded the grain.', [wheel, cat], { cited: [1] })).toBe('2');
    expect(check('The wheel is of oak, and the cat Ophelia guarded the grain.', [wheel, cat], { cited: [1, 2] })).toBe('1,2');
    expect(check('The cat Ophelia guarded the grain.', [wheel, cat], { cited: [] })).toBe('2');
    expect(check('The cat Ophelia guarded the grain.', [wheel], { cited: [7] })).toBe('name');
  });
});

describe('of the sentences of the demo museums', () => {
  const museums = demoMuseums.map(({ content }) => content);
  const passes = createPairJudge(museums);

  const share = (pairs: readonly SentencePair[], of: (pair: SentencePair) => boolean) => pairs.filter(of).length / pairs.length;
  const trueShare = (pairs: readonly SentencePair[]) => share(pairs, (pair) => passes(pair, pair.true));
  const falseShare = (pairs: readonly SentencePair[]) => share(pairs, (pair) => !passes(pair, pair.false));

  // Those kept aside are only counted, never read while the rules are written. The aim for all is 95 % and 98 %.
  it.each([
    ['tuned on', written.tuned, { true: 0.88, false: 0.9 }],
    ['kept aside', written.keptAside, { true: 0.72, false: 0.86 }],
  ])('those written by hand and %s: the true ones mostly pass, the false ones mostly fall', (_, pairs, floor) => {
    expect(trueShare(pairs)).toBeGreaterThanOrEqual(floor.true);
    expect(falseShare(pairs)).toBeGreaterThanOrEqual(floor.false);
  });

  it("those made from the documents' own: the true ones pass, the false ones fall, but for a few", () => {
    const pairs = makeChangedSentences(museums, 50, 20_261_123);
    expect(pairs).toHaveLength(150);
    expect(trueShare(pairs)).toBeGreaterThanOrEqual(0.98);
    expect(falseShare(pairs)).toBeGreaterThanOrEqual(0.98);
  });
});
