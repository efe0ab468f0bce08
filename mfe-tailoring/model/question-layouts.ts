import type { QuestionId } from '@enfilade/shared-contracts/visit/question-ids';

/** How the options of a question stand on the page: rows to pick one of, rows to check, amounts, or few of equal weight. */
export type AnswerShape = 'choices' | 'checks' | 'tiles' | 'cards';

interface QuestionLayout {
  shape: AnswerShape;
  /** Options carry a second line, the text `<uiStringID>.note`. */
  hasNotes?: boolean;
  /** Options are proper names, set like the museum's own words. */
  hasNames?: boolean;
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
  voice: { shape: 'choices', hasNames: true },
};
