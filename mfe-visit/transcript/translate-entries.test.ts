import { expect, it } from '@rstest/core';
import { type Entry, sentencesToAsk, translateEntry } from './translate-entries.ts';

const wanted = { language: 'en', to: 'de', isChosen: true } as const;
const entry: Entry = { key: 'a', number: 2, turn: 1, speaker: 'guide', text: 'It is old. It is dark.', sources: [], state: 'complete' };

it('The screen requests no translation of a sentence that may still grow, or of the visitor’s own sentences', () => {
  const arriving: Entry = { ...entry, state: 'arriving', text: 'It is old. It is d' };
  const question: Entry = { ...entry, speaker: 'visitor' };
  const german: Entry = { ...entry, language: 'de' };
  expect([...sentencesToAsk([question, entry, arriving, german], wanted)]).toEqual([['en', ['It is old.', 'It is dark.', 'It is old.']]]);
});

const known = (all: Record<string, string | null>) => new Map(Object.entries(all).map(([said, text]) => [`en de ${said}`, text]));

it('A translated entry shows each sentence in the wanted language, or as the guide said it if no translation exists, and “…” until then', () => {
  const { text, said, language, pieces } = translateEntry(entry, known({ 'It is old.': 'Es ist alt.', 'It is dark.': null }), wanted);
  expect([text, said, language]).toEqual(['Es ist alt. It is dark.', entry.text, 'de']);
  expect(pieces?.map((piece) => piece.language)).toEqual(['de', 'en']);
  expect(translateEntry(entry, known({}), wanted).text).toBe('…');
});

it('An entry stays as the guide said it until all its translations have arrived, if the visitor chose no captions language', () => {
  const unasked = { ...wanted, isChosen: false };
  for (const translations of [{}, { 'It is old.': 'Es ist alt.' }, { 'It is old.': 'Es ist alt.', 'It is dark.': null }])
    expect(translateEntry(entry, known(translations), unasked)).toBe(entry);
  const whole = known({ 'It is old.': 'Es ist alt.', 'It is dark.': 'Es ist dunkel.' });
  expect(translateEntry(entry, whole, unasked)).toMatchObject({ text: 'Es ist alt. Es ist dunkel.', language: 'de' });
});

it('A translated entry shows a translation that two sentences share once', () => {
  const { pieces } = translateEntry(entry, known({ 'It is old.': 'Alt und dunkel.', 'It is dark.': 'Alt und dunkel.' }), wanted);
  expect(pieces).toEqual([{ text: 'Alt und dunkel.', said: 'It is old. It is dark.', language: 'de' }]);
});

it('An entry of the visitor, or in the wanted language already, stays the same', () => {
  for (const same of [{ ...entry, speaker: 'visitor' } as const, { ...entry, language: 'de' } as const])
    expect(translateEntry(same, known({}), wanted)).toBe(same);
});
