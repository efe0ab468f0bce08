import { describe, expect, it } from '@rstest/core';
import { createVocabulary } from '../words/vocabulary.ts';
import { askedPart } from './asked-part.ts';

const vocabulary = {
  en: createVocabulary(['The ceiling by Savelli is dark.'], 'en'),
  de: createVocabulary(['Die dunkle Decke malte Savelli.'], 'de'),
  fr: createVocabulary(['Le plafond sombre de Savelli.'], 'fr'),
};

describe('what a message asks', () => {
  it.each([
    ['en', 'I am Perpetua Quillfeather. Why is the ceiling dark?', 'Why is the ceiling dark?'],
    ['en', 'Why is the ceiling dark? Perpetua Quillfeather asks.', 'Why is the ceiling dark?'],
    ['en', 'My name is Ada and why is the ceiling dark?', 'why is the ceiling dark?'],
    ['en', 'Why is the ceiling dark, Mister Brook?', 'Why is the ceiling dark?'],
    ['en', 'Mr. Brook, why is the ceiling dark?', 'why is the ceiling dark?'],
    ['de', 'Ich heiße Ada Byron. Warum ist die Decke dunkel, Frau Brook?', 'Warum ist die Decke dunkel?'],
    ['fr', 'Je m’appelle Ada. Pourquoi le plafond est-il sombre, monsieur ?', 'Pourquoi le plafond est-il sombre ?'],
  ] as const)('in %s, of "%s": "%s"', (language, text, asked) => {
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
  ])('"%s" stays as it is', (text) => {
    expect(askedPart(text, 'en', vocabulary.en)).toBe(text);
  });
});
