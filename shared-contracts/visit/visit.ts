import { z } from 'zod/mini';
import { languageSchema } from '../i18n/language.ts';
import { entityIdSchema } from '../museum/id.ts';
import { answersSchema } from './answers.ts';
import { visitConfigSchema } from './visit-config.ts';

/** The visit of a request, which the gateway checks against the museum's content. */
export const visitSchema = z.strictObject({
  museumId: entityIdSchema,
  exhibitionId: entityIdSchema,
  language: languageSchema,
  visitMode: visitConfigSchema.shape.visitMode,
  answers: answersSchema,
  /** The visitor wants the museum's easy language; absent in visits of older screens, and where they do not. */
  isEasy: z.exactOptional(z.literal(true)),
});
export type Visit = z.infer<typeof visitSchema>;
