import { askedReasonSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import type { RatingRequest } from '@enfilade/shared-contracts/api/request-schemas';
import { languageSchema } from '@enfilade/shared-contracts/i18n/language';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { z } from 'zod';
import type { Consent, RequestVisit } from '../visits/visit-cookie.ts';

const mostStems = 24;
const longestStem = 40;
const longestSentence = 300;

/** Our own platform sends the facts, see `infra/platform/guide/guide-state.ts`. */
const questionFactsSchema = z.object({
  language: languageSchema,
  stems: z.array(z.string().min(1).max(longestStem)).min(1).max(mostStems).readonly(),
  document: z.string().max(300).optional(),
  unanswered: z.enum(askedReasonSchema.options).exclude(['rated-down']).optional(),
  dropped: z
    .array(z.object({ reason: z.string().max(32), text: z.string().transform((text) => text.slice(0, longestSentence)) }))
    .max(100)
    .readonly()
    .optional(),
});
export type QuestionFacts = z.infer<typeof questionFactsSchema>;

/** Undefined if the facts do not match the schema: an answer is shown without them. */
export const readQuestionFacts = (text: string): QuestionFacts | undefined => questionFactsSchema.safeParse(parseJson(text)).data;

/** A hosted platform sends no facts about its answer. Undefined if the text has no words. */
export function plainFacts(text: string, { language, document }: Pick<QuestionFacts, 'language' | 'document'>): QuestionFacts | undefined {
  const words =
    text
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const stems = [...new Set(words.map((word) => word.slice(0, longestStem)))].toSorted((one, other) => (one < other ? -1 : 1));
  return stems.length > 0 ? { language, stems: stems.slice(0, mostStems), document } : undefined;
}

export interface Asker {
  visitId: string;
  /** Visits of one address are counted together. */
  address: string;
  consent: Consent;
  museumId: EntityId;
  exhibitionId: EntityId;
}

export function askerOf(
  { id, address, consent }: Pick<RequestVisit, 'id' | 'address' | 'consent'>,
  { museumId, exhibitionId }: Pick<Asker, 'museumId' | 'exhibitionId'>,
): Asker {
  return { visitId: id, address, consent, museumId, exhibitionId };
}

export interface AskedQuestion {
  asker: Asker;
  text: string;
  facts: QuestionFacts;
}

/** The methods return at once and never throw. */
export interface VisitorQuestions {
  onAnswer(messageId: string, question: AskedQuestion): void;
  onRating(messageId: string, visitId: string, rating: RatingRequest['rating']): void;
  /** Called when a call begins, so that its questions are counted for the asker. */
  onCall(callId: string, asker: Asker): void;
}
