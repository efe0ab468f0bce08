import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
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
  forAll(fc.array(fc.constantFrom(...goalIds)), (picks) => {
    const chosen = picks.reduce<string[]>((sofar, id) => pickChoice(goals, sofar, id), []);
    expect(chosen).toEqual(goalIds.filter((id) => picks.filter((pick) => pick === id).length % 2 === 1));
    expect(() => checkAnswer(questions, 'goals', chosen)).not.toThrow();
  });
});

const invalid = 'Answer is not valid for the given question';
it.each<[result: string, QuestionId, chosen: string[], refusal?: string]>([
  ['passes it to the session', 'time', ['time.5']],
  ['removes the answer if the last of several options is unchecked', 'goals', []],
  ['is refused for an option that is not offered', 'time', ['time.7'], invalid],
  ['is refused for a single choice without an option', 'time', [], invalid],
  ['is refused for a question of another museum', 'artistSelection', ['artist.canaletto'], 'Question is not available for this museum'],
])('Storing an answer %s', (_, questionId, chosen, refusal) => {
  const stored: unknown[] = [];
  const session = { answer: (...answer: unknown[]) => void stored.push(answer) };
  const store = () => storeAnswer({ session }, questions, questionId, chosen);
  if (refusal) expect(store).toThrow(new Error(refusal));
  else store();
  expect(stored).toEqual(refusal ? [] : [[questionId, chosen]]);
});
