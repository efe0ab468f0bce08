import { expect, it } from '@rstest/core';
import { createVocabulary } from '../words/vocabulary.ts';
import { askedPart, findIntroduction } from './asked-part.ts';

const vocabulary = {
  en: createVocabulary(['The ceiling by Savelli is dark.'], 'en'),
  de: createVocabulary(['Die dunkle Decke malte Savelli.'], 'de'),
  fr: createVocabulary(['Le plafond sombre de Savelli.'], 'fr'),
};

it.each([
  ['en', 'I am Perpetua Quillfeather. Why is the ceiling dark?', 'Why is the ceiling dark?'],
  ['en', 'Why is the ceiling dark? Perpetua Quillfeather asks.', 'Why is the ceiling dark?'],
  ['en', 'My name is Ada and why is the ceiling dark?', 'why is the ceiling dark?'],
  ['en', 'Why is the ceiling dark, Mister Brook?', 'Why is the ceiling dark?'],
  ['en', 'Mr. Brook, why is the ceiling dark?', 'why is the ceiling dark?'],
  ['de', 'Ich heiße Ada Byron. Warum ist die Decke dunkel, Frau Brook?', 'Warum ist die Decke dunkel?'],
  ['fr', 'Je m’appelle Ada. Pourquoi le plafond est-il sombre, monsieur ?', 'Pourquoi le plafond est-il sombre ?'],
] as const)('askedPart in %s of “%s” is “%s”', (language, text, asked) => {
  expect(askedPart(text, language, vocabulary[language])).toBe(asked);
});

it.each([
  'Why did Napoleon sleep here?',
  'Who made the ceiling, Savelli?',
  'The ceiling is dark. Why?',
  'I am Ada Byron.',
  'My name is Ada',
  ', ?',
  '',
])('askedPart leaves “%s” unchanged', (text) => {
  expect(askedPart(text, 'en', vocabulary.en)).toBe(text);
});

it.each([
  ['en', "I'm Martha and this is Joe", ['Martha', 'Joe'], ''],
  // In lower case this name has one more letter.
  ['en', 'Hello İbrahim, I’m Martha', ['Martha'], ''],
  ['en', 'I’m Martha, and this is my little brother Ben.', ['Martha', 'Ben'], ''],
  ['en', 'My name is Ada Byron. Why is the ceiling dark?', ['Ada Byron'], 'Why is the ceiling dark?'],
  ['en', 'hi, my name is joe', ['Joe'], ''],
  ['en', 'Hello Clara, I am Ann from Leeds and who painted the ceiling?', ['Ann'], 'who painted the ceiling?'],
  ['en', 'Call me Ishmael.', ['Ishmael'], ''],
  ['en', 'We are Tom, Ann & Lou!', ['Tom', 'Ann', 'Lou'], ''],
  ['de', 'Ich heiße Jürgen, und das ist meine Frau Anna.', ['Jürgen', 'Anna'], ''],
  ['de', 'Guten Tag, mein Name ist Eva Brandt. Wer malte die Decke?', ['Eva Brandt'], 'Wer malte die Decke?'],
  ['de', 'Ich bin Jonas und das ist mein kleiner Bruder Ben', ['Jonas', 'Ben'], ''],
  ['de', 'Nennen Sie mich Uli', ['Uli'], ''],
  ['fr', 'Je m’appelle Zoé et voici ma sœur Inès. Qui a peint le plafond ?', ['Zoé', 'Inès'], 'Qui a peint le plafond ?'],
  ['fr', 'Bonjour, je suis Léo', ['Léo'], ''],
  ['fr', 'Appelez-moi Jean-Luc', ['Jean-Luc'], ''],
] as const)('findIntroduction in %s finds in “%s” the names %j', (language, text, names, rest) => {
  expect(findIntroduction(text, language)).toMatchObject({ names, rest });
});

it.each([
  ['en', 'I’m tired'],
  ['en', 'I am German'],
  ['en', 'I am here with Joe'],
  ['en', 'call me later'],
  ['en', 'I’m Martha’s biggest admirer'],
  ['en', 'Who was Ada Byron?'],
  ['de', 'Ich bin Lehrerin'],
  ['de', 'Ich bin Gast hier'],
  ['de', 'Ich bin müde'],
  ['fr', 'Je suis fatigué'],
  ['fr', 'Je suis Française'],
] as const)('findIntroduction in %s finds no name in “%s”', (language, text) => {
  expect(findIntroduction(text, language)).toBeUndefined();
});
