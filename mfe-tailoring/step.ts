import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import { firstOpenQuestion, type QuestionPosition, questionPosition } from '@enfilade/shared-contracts/visit/answer-rules';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import { pickQuestion } from '@enfilade/shared-contracts/visit/arrival';
import type { Question } from '@enfilade/shared-contracts/visit/question';

export interface QuestionStep extends QuestionPosition {
  /** The question after this one; undefined after the last question. */
  next: QuestionId | undefined;
}

/**
 * The step to show: the step in the address unless an earlier one is open, otherwise the first open one. Undefined when the visit follows.
 */
export function pickStep(questions: readonly Question[], answers: TailoringAnswers, asked?: QuestionId): QuestionStep | undefined {
  const shownId = pickQuestion({
    offeredQuestions: questions.map(({ id }) => id),
    openQuestions: questions.filter(({ id }) => !answers[id]).map(({ id }) => id),
    askedQuestion: asked,
  });
  const position = shownId && questionPosition(questions, shownId);
  if (!position) return undefined;
  const before = questions.slice(0, position.number - 1);
  return { ...position, next: questions[position.number]?.id ?? firstOpenQuestion(before, answers)?.id };
}
