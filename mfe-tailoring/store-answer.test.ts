import { defaultProfile } from '@enfilade/shared-contracts/museum/profile';
import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { describe, expect, it } from '@rstest/core';
import { storeAnswer } from './store-answer.ts';

const questions = questionsFor({ profile: defaultProfile, language: 'en' });

function store(questionId: QuestionId, chosen: string[]) {
  const stored: unknown[] = [];
  const session = { answer: (...answer: unknown[]) => stored.push(answer) } as Partial<VisitorSession> as VisitorSession;
  try {
    storeAnswer({ session }, questions, questionId, chosen);
  } catch (error) {
    return { stored, refusal: String(error) };
  }
  return { stored, refusal: undefined };
}

describe('storing an answer', () => {
  it('hands it to the session', () => {
    expect(store('time', ['time.5'])).toEqual({ stored: [['time', ['time.5']]], refusal: undefined });
  });
  it('takes an answer back when nothing of several is left', () => {
    expect(store('goals', []).stored).toEqual([['goals', []]]);
  });
  it.each([
    ['time', ['time.7'], 'Error: Answer is not valid for the given question'],
    ['time', [], 'Error: Answer is not valid for the given question'],
    ['artistSelection', ['artist.canaletto'], 'Error: Question is not available for this museum'],
  ] as const)('refuses %s %j and stores nothing', (questionId, chosen, refusal) => {
    expect(store(questionId, [...chosen])).toEqual({ stored: [], refusal });
  });
});
