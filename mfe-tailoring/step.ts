import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import { firstOpenQuestion, type QuestionPosition, questionPosition } from '@enfilade/shared-contracts/visit/answer-rules';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import { pickQuestion } from '@enfilade/shared-contracts/visit/arrival';
import type { Question } from '@enfilade/shared-contracts/visit/question';

interface QuestionStep extends QuestionPosition {
  next: QuestionId | undefined;
}

/** The step in the address unless an earlier step is open, otherwise the first open step. Undefined when the visit follows. */
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
