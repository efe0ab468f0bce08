import { defaultProfile } from '@enfilade/shared-contracts/museum/profile';
import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import { checkAnswer, findQuestion } from '@enfilade/shared-contracts/visit/answer-rules';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { pickChoice, storeAnswer } from './use-tailoring.ts';

const questions = questionsFor({ profile: defaultProfile, language: 'en' });
const goals = findQuestion(questions, 'goals');
const goalIds = goals.answerOptions.map(({ uiStringID }) => uiStringID);

it('Picking an option of a single choice replaces the chosen option', () => {
  expect(pickChoice(findQuestion(questions, 'time'), ['time.5'], 'time.30')).toEqual(['time.30']);
});

it('The chosen options are those picked an odd number of times, and always a choice that may be stored', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...goalIds)), (picks) => {
      const chosen = picks.reduce<string[]>((sofar, id) => pickChoice(goals, sofar, id), []);
      expect(chosen).toEqual(goalIds.filter((id) => picks.filter((pick) => pick === id).length % 2 === 1));
      expect(() => checkAnswer(questions, 'goals', chosen)).not.toThrow();
    }),
  );
});

function store(questionId: QuestionId, chosen: string[]) {
  const stored: unknown[] = [];
  const session = { answer: (...answer: unknown[]) => void stored.push(answer) };
  try {
    storeAnswer({ session }, questions, questionId, chosen);
  } catch (error) {
    return { stored, refusal: String(error) };
  }
  return { stored, refusal: undefined };
}

it('Storing an answer passes it to the session', () => {
  expect(store('time', ['time.5'])).toEqual({ stored: [['time', ['time.5']]], refusal: undefined });
});

it('Unchecking the last of several options removes the answer', () => {
  expect(store('goals', []).stored).toEqual([['goals', []]]);
});

it.each([
  ['time', ['time.7'], 'Error: Answer is not valid for the given question'],
  ['time', [], 'Error: Answer is not valid for the given question'],
  ['artistSelection', ['artist.canaletto'], 'Error: Question is not available for this museum'],
] as const)('Storing the answer to %s with %j is refused, and stores nothing', (questionId, chosen, refusal) => {
  expect(store(questionId, [...chosen])).toEqual({ stored: [], refusal });
});
