import { defaultProfile } from '@enfilade/shared-contracts/museum/profile';
import { questionIds } from '@enfilade/shared-contracts/museum/question-ids';
import { pickValidAnswers } from '@enfilade/shared-contracts/visit/answer-rules';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { pickStep } from './step.ts';

// consent, expertise, personality, time, goals: a profile without voices asks no voice question.
const questions = questionsFor({ profile: defaultProfile, language: 'en' });
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

describe('the step shown', () => {
  it('the step shown is the earliest open question when the address points past it', () => {
    expect(pickStep(questions, { time: ['time.5'] }, 'goals')?.question.id).toBe('consent');
  });
  it('the step shown is the first open question when the museum does not ask the named one', () => {
    expect(pickStep(questions, untilTime, 'artistSelection')?.question.id).toBe('time');
  });
  it('the step shown is none when nothing is open and none is named, or the museum asks nothing', () => {
    expect(pickStep(questions, all)).toBeUndefined();
    expect(pickStep([], {})).toBeUndefined();
  });
  it('the step shown counts what the museum offers and knows its neighbours', () => {
    expect(pickStep(questions, untilTime)).toMatchObject({ number: 4, total: 5, percent: 80, previous: 'personality', next: 'goals' });
  });
  it('the step shown leads to the question in order, answered or not, and to the visit past the last', () => {
    expect(pickStep(questions, all, 'consent')?.next).toBe('expertise');
    expect(pickStep(questions, all, 'goals')?.next).toBeUndefined();
  });
  it('the step shown never stands past an open question, keeps its progress within 0 and 100, and reaches the visit in at most as many steps as there are questions', () => {
    fc.assert(
      fc.property(anyAnswers, anyQuestion, (answers, asked) => {
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
      }),
    );
  });
});
