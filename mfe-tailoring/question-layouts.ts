import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';

/** How the options of a question stand on the page: rows to pick one of, rows to check, amounts, few of equal weight, or rows to listen to. */
export type AnswerShape = 'choices' | 'checks' | 'tiles' | 'cards' | 'voices';

interface QuestionLayout {
  shape: AnswerShape;
  /** Options carry a second line, the text `<uiStringID>.note`. */
  hasNotes?: boolean;
  /** Texts beneath the description that must be read before answering. */
  terms?: readonly string[];
}

export const questionLayouts: Record<QuestionId, QuestionLayout> = {
  consent: { shape: 'cards', terms: ['consent.agreeing', 'consent.declining', 'consent.storage'] },
  artistSelection: { shape: 'checks' },
  expertise: { shape: 'choices' },
  personality: { shape: 'choices', hasNotes: true },
  time: { shape: 'tiles' },
  goals: { shape: 'checks', hasNotes: true },
  voice: { shape: 'voices' },
};
