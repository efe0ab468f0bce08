import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { anyText } from '@enfilade/shared-contracts/kit/testing/any-text';
import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { demoContent } from '../content/testing/content-copy.ts';
import { demoMuseums } from '../testing/demo-museums.ts';
import sayings from '../testing/tour-sayings.json';
import { goldenFolderOf, loadGoldenQuestions } from './golden-questions.ts';
import { newGuideState } from './guide-state.ts';
import { pickIntent, readIntent } from './tour-intents.ts';

const rows = languages.flatMap((language) => Object.entries(sayings[language]).map(([intent, texts]) => ({ language, intent, texts })));
const understood = (text: string, language: Language) => pickIntent(wordsOf(text), language);

it.each(rows)('In $language the sayings of the intent “$intent” are recognised', ({ language, intent, texts }) => {
  expect(texts.filter((text) => understood(text, language) !== intent)).toEqual([]);
});

it('Sayings of a tour are recognised in a visit in another language', () => {
  const others = [understood('Ja, gerne', 'en'), understood('où sommes-nous ?', 'de'), understood('go on', 'fr')];
  expect(others).toEqual(['yes', 'where', 'next']);
});

it('Questions about the building are not an intent of a tour', async () => {
  for (const { content, guide } of demoMuseums) {
    const questions = await loadGoldenQuestions(goldenFolderOf(demoContent, content));
    const asked = questions.filter(({ after }) => after.length === 0);
    const turnOf = (text: string, language: Language) => guide.turnOf(newGuideState, { text, language, visitMode: 'guided' });
    expect(asked.filter(({ question, language }) => readIntent(turnOf(question, language)))).toEqual([]);
  }
  expect(understood('Yes, but who painted it?', 'en')).toBeUndefined();
  expect(understood('Nein, ich meine den Spiegel', 'de')).toBeUndefined();
});

itHolds('Any text has one intent or none', [anyText({ maxLength: 300 }), fc.constantFrom(...languages)], (text, language) => {
  const intent = understood(text, language);
  expect(intent === undefined || intent in sayings.en).toBe(true);
});
