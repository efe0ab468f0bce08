import { z } from 'zod/mini';
import { entityIdSchema } from './id.ts';
import { exhibitionSchema } from './museum.ts';

/** Plain text, or JSON text keyed by language. */
const multilingualTextSchema = z.string().check(z.maxLength(32_000));

/** The guide's configuration stays on the server. */
export const assistantSchema = z.object({
  vapiId: z.string().check(z.minLength(1), z.maxLength(64)),
  prompt: multilingualTextSchema,
  firstMessage: multilingualTextSchema,
  exhibition_id: entityIdSchema,
});
export type Assistant = z.infer<typeof assistantSchema>;

/** The middleware returns this under `data`. For servers alone. */
export const exhibitionRecordSchema = z.extend(exhibitionSchema, {
  assistant: z.optional(assistantSchema),
});
export type ExhibitionRecord = z.infer<typeof exhibitionRecordSchema>;
