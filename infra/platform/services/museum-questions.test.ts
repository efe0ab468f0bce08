import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import type { KnowledgeDocument } from '../content/content.ts';
import { demoMuseum } from '../testing/demo-museums.ts';
import { pickQuestions, relatedTo } from './own-words.ts';

const document = (id: string, ...paragraphs: string[]): KnowledgeDocument => ({ id, language: 'en', title: id, paragraphs });
const context = { language: 'en', talk: '', asked: [] } as const;

it('Suggested questions alternate between the documents, the most related first', () => {
  const documents = [
    document('bell', 'Why does the bell crack? It is cold.', 'Who rang it? A boy.'),
    document('tower', 'How high is it? Very.'),
    document('crypt', 'Nothing is asked here.'),
  ];
  expect(pickQuestions(documents, context)).toEqual(['Why does the bell crack?', 'How high is it?', 'Who rang it?']);
});

it('Suggested questions are first of the room of the conversation, then of no room, then of other rooms', () => {
  const documents = [
    { ...document('ceiling', 'Why is it dark? Smoke.'), roomId: 'salon' },
    { ...document('bed', 'Who slept here? Nobody.'), exhibitionId: 'bedroom' },
    document('family', 'Who built the house? A merchant.'),
    { ...document('games', 'What was played? Cards.', 'For how much? Nuts.'), roomId: 'salon' },
  ];
  expect(pickQuestions(documents, context)).toEqual(['Why is it dark?', 'What was played?', 'For how much?']);
  const asked = ['Why is it dark?', 'What was played?', 'For how much?'];
  expect(pickQuestions(documents, { ...context, asked }).slice(0, 2)).toEqual(['Who built the house?', 'Who slept here?']);
});

it('Suggested questions follow the topic of the conversation after a change of language', () => {
  const { guide } = demoMuseum('belmonte');
  const talk = 'Visitor: Who painted the ceiling?\nGuide: The ceiling was painted by Jacopo Savelli, whom the family had lent the house.';
  const [english, german] = (['en', 'de'] as const).map((language) => relatedTo(guide, { language, talk }).slice(0, 3));
  expect(german?.map(({ id, language }) => [language, id])).toEqual(english?.map(({ id }) => ['de', id]));
});

it.each([
  ['whose answer was just given', 'It is cold.'],
  ['that the guide has just offered', "I'm afraid I don't know that. You could ask me, for example: Why does the bell crack?"],
])('Suggested questions leave out a question %s', (_, talk) => {
  const documents = [document('bell', 'Why does the bell crack? It is cold.', 'Who rang it? A boy.')];
  expect(pickQuestions(documents, { ...context, talk })[0]).toBe('Who rang it?');
});

it('Suggested questions have up to ten words and no dashes, and leave out an asked question, whatever its case and marks', () => {
  const long = 'Is this a question with far more than the ten words that are allowed? Yes.';
  const documents = [document('bell', long, 'What is a bell – really? Iron.', 'Who is co-author? A boy.')];
  expect(pickQuestions(documents, context)[0]).toBe('What should I not miss here?');
  expect(pickQuestions([], { ...context, asked: ['what SHOULD I not miss here'] })).not.toContain('What should I not miss here?');
});

it('Each round suggests three different short questions, none of the nine last asked', () => {
  const languages = fc.constantFrom('en' as const, 'de' as const, 'fr' as const);
  forAll(languages, fc.array(fc.string(), { maxLength: 5 }), fc.string(), fc.nat(9), (language, paragraphs, talk, rounds) => {
    const documents = paragraphs.length > 0 ? [{ ...document('any', ...paragraphs), language }] : [];
    const before = Array.from({ length: rounds }).reduce<string[]>(
      (asked) => [...asked, ...pickQuestions(documents, { language, talk, asked: asked.slice(-9) })].slice(-9),
      [],
    );
    const questions = pickQuestions(documents, { language, talk, asked: before });
    expect(new Set(questions).size).toBe(3);
    for (const question of questions) {
      expect(question.split(/\s+/).length).toBeLessThanOrEqual(10);
      expect(question).not.toMatch(/[-–—_\n]/);
      expect(before).not.toContain(question);
    }
  });
});
