import { expect, it } from '@rstest/core';
import { defaultProfile } from '../museum/profile.ts';
import { checkAnswer, pickValidAnswers } from './answer-rules.ts';
import { questionsFor } from './question.ts';

const questions = questionsFor({ profile: defaultProfile, language: 'en' });

it.each([
  ['time', ['time.7'], 'Answer is not valid for the given question'],
  ['time', ['time.5', 'time.10'], 'Answer is not valid for the given question'],
  ['time', [], 'Answer is not valid for the given question'],
  ['artistSelection', ['artist.x'], 'Question is not available for this museum'],
  ['shoeSize', ['42'], 'Question shoeSize not found'],
])('checkAnswer() accepts an option of the question, and throws for the answer to %s of %j', (id, chosen, message) => {
  expect(checkAnswer(questions, 'time', ['time.5']).id).toBe('time');
  expect(() => checkAnswer(questions, id, chosen)).toThrow(message);
});

it('pickValidAnswers() drops answers that the museum no longer offers', () => {
  const valid = pickValidAnswers(questions, { consent: ['consent.agree'], expertise: ['visitorType.robots'] });
  expect(valid).toEqual({ consent: ['consent.agree'] });
});
