import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { checkAnswer } from '@enfilade/shared-contracts/visit/answer-rules';
import type { Question } from '@enfilade/shared-contracts/visit/question';

/** Stores a choice. Throws, and stores nothing, when it does not fit what the museum offers. */
export function storeAnswer(
  { session }: Pick<ScreenProps, 'session'>,
  questions: readonly Question[],
  questionId: QuestionId,
  chosen: readonly string[],
): void {
  checkAnswer(questions, questionId, chosen);
  session.answer(questionId, chosen);
}

/** Tells the others, once the visitor is done with a question. */
export function tellAnswer({ bus }: Pick<ScreenProps, 'bus'>, questionId: QuestionId, chosen: readonly string[]): void {
  bus.emit('question-answered', { questionId, options: [...chosen] });
}
