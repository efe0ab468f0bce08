import type { Question } from '@enfilade/shared-contracts/visit/question';

/** What is chosen after the visitor picked `optionId`: that alone, or, where several may be, added or removed; in the offered order. */
export function pickChoice(question: Question, chosen: readonly string[], optionId: string): string[] {
  if (question.answerFormat !== 'multiple') return [optionId];
  const isAdded = !chosen.includes(optionId);
  return question.answerOptions.map(({ uiStringID }) => uiStringID).filter((id) => (id === optionId ? isAdded : chosen.includes(id)));
}
