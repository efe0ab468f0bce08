import { z } from 'zod/mini';
import { languageSchema } from '../i18n/language.ts';
import { entityIdSchema } from '../museum/id.ts';
import { groupCodePattern } from '../visit/group-code.ts';
import { visitSchema } from '../visit/visit.ts';
import { generatedSchema, roomSchema } from './schemas.ts';

/** `lines`: of one request. `kept`: for followers who join later. */
export const groupLimits = { lines: 20, kept: 40, text: 600, followers: 60, lifeMs: 4 * 60 * 60 * 1000 } as const;

/** POST /api/groups: the gateway finds the leading visit by its cookie. */
export const groupRequestSchema = z.strictObject({ visit: visitSchema });
/** `proof`: the site's proof that the visit leads the group. */
export const groupResponseSchema = z.object({
  code: z.string().check(z.regex(groupCodePattern)),
  endsAt: z.int(),
  proof: z.string().check(z.regex(/^[\w-]{43}$/)),
});
export type GroupResponse = z.infer<typeof groupResponseSchema>;

/** A sentence of the guide, or a question. */
export const groupLineSchema = z.strictObject({
  /** Unique in the group. A later line with the same key replaces the line. */
  key: z.string().check(z.regex(/^[\w:/-]{1,60}$/)),
  /** A question and its answer have the same turn. */
  turn: z.string().check(z.regex(/^[\w:-]{1,40}$/)),
  speaker: z.enum(['guide', 'visitor']),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(groupLimits.text)),
  language: languageSchema,
  isOpen: z.exactOptional(z.literal(true)),
  generated: z.exactOptional(generatedSchema),
});
export type GroupLine = z.infer<typeof groupLineSchema>;

/** PUT /api/groups/:code/lines: the newest lines, including lines sent before. `endsAt` and `proof` let a site restore a lost group. */
export const groupLinesRequestSchema = z.strictObject({
  endsAt: groupResponseSchema.shape.endsAt,
  proof: groupResponseSchema.shape.proof,
  exhibitionId: entityIdSchema,
  room: z.exactOptional(z.extend(roomSchema, { name: z.string().check(z.maxLength(200)) })),
  isPaused: z.boolean(),
  lines: z.array(groupLineSchema).check(z.maxLength(groupLimits.lines)),
});
export type GroupLinesRequest = z.infer<typeof groupLinesRequestSchema>;
export const groupLinesResponseSchema = z.object({ followers: z.int().check(z.nonnegative()) });

const groupFactsSchema = z.object({
  museumId: entityIdSchema,
  exhibitionId: entityIdSchema,
  room: z.exactOptional(roomSchema),
  isPaused: z.boolean(),
  isLeaderAway: z.boolean(),
  endsAt: z.int(),
});
export type GroupFacts = z.infer<typeof groupFactsSchema>;

/** GET /api/groups/:code/events, as server-sent events. `Last-Event-ID` names the last line received. `ended` is the last event. */
export const groupEventSchema = z.discriminatedUnion('type', [
  z.extend(groupFactsSchema, { type: z.literal('group') }),
  z.object({ ...groupLineSchema.shape, type: z.literal('line'), place: z.int() }),
  z.object({ type: z.literal('interrupted') }),
  z.object({ type: z.literal('ended') }),
]);
export type GroupEvent = z.infer<typeof groupEventSchema>;
