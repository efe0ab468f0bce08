import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { defaultProfile } from '@enfilade/shared-contracts/museum/profile';
import { type QuestionId, questionIds } from '@enfilade/shared-contracts/museum/question-ids';
import { checkAnswer, findQuestion, pickValidAnswers } from '@enfilade/shared-contracts/visit/answer-rules';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { pickChoice, pickStep, storeAnswer } from './use-tailoring.ts';

// consent, expertise, personality, time, goals: a profile without voices asks no voice question.
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

const untilTime: TailoringAnswers = { consent: ['consent.agree'], expertise: ['visitorType.kids'], personality: ['style.interactive'] };
const all: TailoringAnswers = { ...untilTime, time: ['time.10'], goals: ['goal.relax'] };

const anyAnswers = fc
  .record(
    {
      consent: fc.constant(['consent.agree'] as string[]),
      expertise: fc.constant(['visitorType.group'] as string[]),
      personality: fc.constant(['style.contemplative'] as string[]),
      time: fc.constantFrom('time.5', 'time.7').map((time) => [time]),
      goals: fc.subarray(['goal.learn', 'goal.relax', 'goal.explore'], { minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  .map((answers) => pickValidAnswers(questions, answers as TailoringAnswers));
const anyQuestion = fc.option(fc.constantFrom(...questionIds), { nil: undefined });

it.each([
  ['the earliest open question if the address names a later question', { time: ['time.5'] }, 'goals', 'consent'],
  ['the first open question if the museum does not ask the question of the address', untilTime, 'artistSelection', 'time'],
  ['absent if no question is open', all, undefined, undefined],
] as const)('The step is %s', (...[, answers, asked, shown]) => {
  expect(pickStep(questions, answers as TailoringAnswers, asked)?.question.id).toBe(shown);
});

it('The step counts the museum’s questions, names the previous and the next, answered or not, and is absent without questions', () => {
  expect(pickStep([], {})).toBeUndefined();
  expect(pickStep(questions, untilTime)).toMatchObject({ number: 4, total: 5, percent: 80, previous: 'personality', next: 'goals' });
  expect([pickStep(questions, all, 'consent')?.next, pickStep(questions, all, 'goals')?.next]).toEqual(['expertise', undefined]);
});

it('The step never passes an open question, keeps its progress within 0 and 100, and reaches the visit in at most one step a question', () => {
  forAll(anyAnswers, anyQuestion, (answers, asked) => {
    const filled: TailoringAnswers = { ...answers };
    let step = pickStep(questions, filled, asked);
    for (let taken = 0; step; taken++) {
      expect(taken).toBeLessThan(questions.length);
      expect(step.percent).toBeGreaterThan(0);
      expect(step.percent).toBeLessThanOrEqual(100);
      expect(questions.slice(0, step.number - 1).every(({ id }) => filled[id])).toBe(true);
      filled[step.question.id] = [step.question.answerOptions[0]?.uiStringID ?? ''];
      if (!step.next) break;
      step = pickStep(questions, filled, step.next);
    }
    expect(questions.every(({ id }) => filled[id])).toBe(true);
  });
});
