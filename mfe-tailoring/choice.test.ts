import { defaultProfile } from '@enfilade/shared-contracts/museum/profile';
import { checkAnswer, findQuestion } from '@enfilade/shared-contracts/visit/answer-rules';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { pickChoice } from './choice.ts';

const questions = questionsFor({ profile: defaultProfile, language: 'en' });
const goals = findQuestion(questions, 'goals');
const goalIds = goals.answerOptions.map(({ uiStringID }) => uiStringID);

describe('picking an option', () => {
  it('of a single choice replaces what was chosen', () => {
    expect(pickChoice(findQuestion(questions, 'time'), ['time.5'], 'time.30')).toEqual(['time.30']);
  });
  it('of several adds it in the offered order', () => {
    expect(pickChoice(goals, ['goal.challenge'], 'goal.learn')).toEqual(['goal.learn', 'goal.challenge']);
  });
  it('of several a second time takes it away again', () => {
    expect(pickChoice(goals, ['goal.learn'], 'goal.learn')).toEqual([]);
  });
  it('leaves the chosen ones those that were picked an odd number of times, always a choice that may be stored', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...goalIds)), (picks) => {
        const chosen = picks.reduce<string[]>((sofar, id) => pickChoice(goals, sofar, id), []);
        expect(chosen).toEqual(goalIds.filter((id) => picks.filter((pick) => pick === id).length % 2 === 1));
        expect(() => checkAnswer(questions, 'goals', chosen)).not.toThrow();
      }),
    );
  });
});
