import { z } from 'zod/mini';
import { languageSchema } from '../i18n/language.ts';
import { entityIdSchema } from '../museum/id.ts';
import { answersSchema } from './answers.ts';
import { visitConfigSchema } from './visit-config.ts';

/** The gateway checks the visit against the museum's content. */
export const visitSchema = z.strictObject({
  museumId: entityIdSchema,
  exhibitionId: entityIdSchema,
  language: languageSchema,
  visitMode: visitConfigSchema.shape.visitMode,
  answers: answersSchema,
  /** The visitor wants the museum's easy language. Also absent in visits of older screens. */
  isEasy: z.exactOptional(z.literal(true)),
});
export type Visit = z.infer<typeof visitSchema>;
