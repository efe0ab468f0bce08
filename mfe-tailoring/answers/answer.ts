import type { IconName } from '@enfilade/shared-contracts/ui/glyphs';

/** An option with its words. */
export interface Answer {
  id: string;
  label: string;
  note?: string | undefined;
  icon?: IconName | undefined;
}

export interface AnswersProps {
  /** Id of the element that asks. */
  questionId: string;
  answers: readonly Answer[];
  chosen: readonly string[];
  onChoose(answerId: string): void;
}
