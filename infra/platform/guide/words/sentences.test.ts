import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { isQuestion, pickExcerpt, splitSentences } from './sentences.ts';

describe('splitting into sentences', () => {
  it.each([
    ['It fell in 1797. Nobody saw it.', 2],
    ['Im 16. Jahrhundert kam er. Am 4. November ging er.', 2],
    ['St. Mark is here. J. S. Bach was not.', 2],
    ['The entry is “Clear at last. Nobody asked.” You may sit.', 3],
    ['Il coûta 3,5 ducats ! Vraiment ? « Oui. » Bien.', 4],
    ['One: two; three, four', 1],
    ['', 0],
  ])('%j has %i', (text, count) => expect(splitSentences(text)).toHaveLength(count));

  it('loses no word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(splitSentences(text).join(' ').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });

  it('tells questions', () => {
    expect(['Why?', 'Pourquoi ?', '“Why?”', 'Why.', ''].map(isQuestion)).toEqual([true, true, true, false, false]);
  });
});

describe('an excerpt', () => {
  const worthOf = (word: string) => (sentence: string) => Number(sentence.includes(word));

  it('is the best run of sentences, the first where nothing is better', () => {
    const text = 'Alpha one. Beta two. Gamma three. Delta four. Epsilon five.';
    expect(pickExcerpt(text, 2, worthOf('Delta'))).toBe('Gamma three. Delta four.');
    expect(pickExcerpt(text, 3, () => 0)).toBe('Alpha one. Beta two. Gamma three.');
    expect(pickExcerpt('Alpha one.', 3, () => 0)).toBe('Alpha one.');
  });

  it('brings along what a pronoun leans on', () => {
    expect(pickExcerpt('The bed is old. It creaks. Nobody sleeps.', 1, worthOf('creaks'))).toBe('The bed is old. It creaks.');
  });

  it('answers instead of repeating the question, unless the answer needs it', () => {
    expect(pickExcerpt('Why is it cold? Snow lies on it. Wind blows.', 1, worthOf('cold'))).toBe('Snow lies on it.');
    expect(pickExcerpt('Who are the girls? They sing here.', 2, () => 0)).toBe('Who are the girls? They sing here.');
    expect(pickExcerpt('Is anything left?', 2, () => 0)).toBe('Is anything left?');
  });

  it('has at most three sentences', () => {
    const paragraph = fc.array(fc.constantFrom('It is so.', 'Why is that?', 'The house stands.', 'Sie lebte.'), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(paragraph, fc.integer({ min: 1, max: 3 }), fc.func(fc.nat(5)), (sentences, limit, worth) => {
        fc.pre(!sentences.every(isQuestion));
        expect(splitSentences(pickExcerpt(sentences.join(' '), limit, worth)).length).toBeLessThanOrEqual(3);
      }),
    );
  });
});
