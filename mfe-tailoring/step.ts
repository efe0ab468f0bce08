import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import { firstOpenQuestion } from '@enfilade/shared-contracts/visit/answer-rules';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import { decideArrival, screenPaths } from '@enfilade/shared-contracts/visit/arrival';
import type { Question } from '@enfilade/shared-contracts/visit/question';

/** A question and its position in the questionnaire. */
export interface QuestionStep {
  question: Question;
  /** 1 for the first. */
  number: number;
  total: number;
  /** Of the questionnaire, 0 to 100. */
  percent: number;
  /** Undefined on the first question. */
  previous: QuestionId | undefined;
  /** What follows once this question is answered; undefined when that is the visit. */
  next: QuestionId | undefined;
}

/** The step to show: the one the address asks for unless an earlier one is open, else the first open one. Undefined when the visit follows. */
export function pickStep(questions: readonly Question[], answers: TailoringAnswers, asked?: QuestionId): QuestionStep | undefined {
  const shownId = decideArrival({
    path: screenPaths.tailoring,
    hasMuseum: true,
    hasExhibition: true,
    entryScreen: 'visit',
    offeredQuestions: questions.map(({ id }) => id),
    openQuestions: questions.filter(({ id }) => !answers[id]).map(({ id }) => id),
    askedQuestion: asked,
  }).question;
  const index = questions.findIndex(({ id }) => id === shownId);
  const question = questions[index];
  return (
    question && {
      question,
      number: index + 1,
      total: questions.length,
      percent: Math.round(((index + 1) / questions.length) * 100),
      previous: questions[index - 1]?.id,
      next: questions[index + 1]?.id ?? firstOpenQuestion(questions.slice(0, index), answers)?.id,
    }
  );
}
