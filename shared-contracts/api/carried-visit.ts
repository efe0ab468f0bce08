import { z } from 'zod/mini';
import { languageSchema } from '../i18n/language.ts';
import { visitSchema } from '../visit/visit.ts';
import { messageLimit } from './limits.ts';
import { generatedSchema, roomSchema, sourceSchema, tourSchema } from './schemas.ts';

export const carriedLimits = { turns: 40, answer: 4000, sources: 8, minutes: 24 * 60, characters: 60_000 } as const;

const upTo = (limit: number) => z.string().check(z.maxLength(limit));

export const carriedTurnSchema = z.strictObject({
  id: z.int().check(z.nonnegative(), z.lte(999_999)),
  question: z.exactOptional(upTo(messageLimit)),
  answer: z.exactOptional(upTo(carriedLimits.answer)),
  isMarkdown: z.exactOptional(z.boolean()),
  opening: z.exactOptional(z.enum(['welcome', 'back'])),
  language: z.exactOptional(languageSchema),
  sources: z
    .array(z.strictObject({ ...sourceSchema.shape, title: upTo(200), document: upTo(200) }))
    .check(z.maxLength(carriedLimits.sources)),
  generated: z.exactOptional(generatedSchema),
  isStep: z.exactOptional(z.literal(true)),
});
export type CarriedTurn = z.infer<typeof carriedTurnSchema>;

/** POST /api/visits/seal */
export const carriedVisitSchema = z.strictObject({
  visit: visitSchema,
  minutes: z.int().check(z.nonnegative(), z.lte(carriedLimits.minutes)),
  room: z.exactOptional(z.extend(roomSchema, { name: upTo(200) })),
  tour: z.exactOptional(tourSchema),
  turns: z.array(carriedTurnSchema).check(z.maxLength(carriedLimits.turns)),
});
export type CarriedVisit = z.infer<typeof carriedVisitSchema>;

/** `turns` counts the newest turns that fit into the seal. */
const sealSchema = z.object({ text: z.string().check(z.minLength(1)), turns: z.int().check(z.nonnegative()) });
export const sealResponseSchema = z.object({
  link: sealSchema,
  /** For a code that a camera reads. */
  code: sealSchema,
  /** In ms since the epoch. Until then, each seal opens the visit any number of times. */
  expiresAt: z.number(),
});
export type SealResponse = z.infer<typeof sealResponseSchema>;

/** POST /api/visits/open */
export const openRequestSchema = z.strictObject({ seal: z.string().check(z.minLength(1), z.maxLength(8_000)) });
export const openResponseSchema = z.object({ ...carriedVisitSchema.shape, sealedAt: z.number() });
export type OpenResponse = z.infer<typeof openResponseSchema>;

/** POST /api/visits/forget: the site deletes what it stores of the visit. */
export const forgetRequestSchema = z.strictObject({ museumId: visitSchema.shape.museumId });
