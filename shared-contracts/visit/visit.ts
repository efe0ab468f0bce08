import { z } from 'zod/mini';
import { languageSchema } from '../i18n/language.ts';
import { entityIdSchema } from '../museum/id.ts';
import { answersSchema } from './answers.ts';
import { visitConfigSchema } from './visit-config.ts';

/** Which visit a call belongs to; checked by the gateway against the museum's content. */
export const visitSchema = z.strictObject({
  museumId: entityIdSchema,
  exhibitionId: entityIdSchema,
  language: languageSchema,
  visitMode: visitConfigSchema.shape.visitMode,
  answers: answersSchema,
  /** The visitor wants the museum's easy language; absent otherwise. */
  isEasy: z.exactOptional(z.literal(true)),
});
export type Visit = z.infer<typeof visitSchema>;
