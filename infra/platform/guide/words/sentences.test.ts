import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { isQuestion, pickExcerpt } from './sentences.ts';

it('A question ends in a question mark, with or without closing marks', () => {
  expect(['Why?', 'Pourquoi ?', '“Why?”', 'Why.', ''].map(isQuestion)).toEqual([true, true, true, false, false]);
});

const worthOf = (word: string) => (sentence: string) => Number(sentence.includes(word));

it('An excerpt is the best run of sentences, the first run among equals, and includes the sentence that a pronoun leans on', () => {
  const text = 'Alpha one. Beta two. Gamma three. Delta four. Epsilon five.';
  expect(pickExcerpt(text, 2, worthOf('Delta'))).toBe('Gamma three. Delta four.');
  expect(pickExcerpt(text, 3, () => 0)).toBe('Alpha one. Beta two. Gamma three.');
  expect(pickExcerpt('Alpha one.', 3, () => 0)).toBe('Alpha one.');
  expect(pickExcerpt('The bed is old. It creaks. Nobody sleeps.', 1, worthOf('creaks'))).toBe('The bed is old. It creaks.');
});

it('An excerpt never repeats the question at the beginning of a paragraph', () => {
  expect(pickExcerpt('Why is it cold? Snow lies on it. Wind blows.', 1, worthOf('cold'))).toBe('Snow lies on it.');
  expect(pickExcerpt('Who are the girls? They sing here.', 2, () => 0)).toBe('They sing here.');
  expect(pickExcerpt('Is anything left?', 2, () => 0)).toBe('Is anything left?');
});

it('An excerpt has at most three sentences', () => {
  const sentence = fc.constantFrom('It is so.', 'Why is that?', 'The house stands.', 'Sie lebte.');
  const paragraph = fc.array(sentence, { minLength: 1, maxLength: 9 });
  forAll(paragraph, fc.integer({ min: 1, max: 3 }), fc.func(fc.nat(5)), (sentences, limit, worth) => {
    fc.pre(!sentences.every(isQuestion));
    expect(splitSentences(pickExcerpt(sentences.join(' '), limit, worth)).length).toBeLessThanOrEqual(3);
  });
});
