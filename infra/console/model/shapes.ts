import { entityIdSchema } from '@enfilade/shared-contracts/museum/id';
import { z } from 'zod';

// What the console reads of the site's answers (infra/server/registry/api/operator-shapes.ts has all of them). More than that is let
// through: site and console are released apart, and a field that is new must not close the console.

const countSchema = z.number().int().nonnegative();
const countsSchema = z.object({ loads: countSchema, failures: countSchema });
const museumKeySchema = z.union([entityIdSchema, z.literal('*')]);
const versionsSchema = z.record(z.string(), z.string());

export const operatorSchema = z.object({ name: z.string(), museums: z.union([z.array(z.string()), z.literal('*')]) });
export type Operator = z.infer<typeof operatorSchema>;

export const rolloutSchema = z.object({
  id: z.string(),
  museumId: museumKeySchema,
  versions: versionsSchema,
  percent: z.number(),
  startedAt: z.iso.datetime(),
  halted: z.string().nullable(),
  /** Visits that tried it, and those for which it failed. */
  tried: countsSchema.optional(),
});
export type RolloutView = z.infer<typeof rolloutSchema>;
export const rolloutsSchema = z.object({ rollouts: z.array(rolloutSchema) });

const runningSchema = z.object({
  sequence: countSchema,
  screens: z.record(z.string(), z.object({ version: z.string(), pinned: z.boolean() })),
  rollouts: z.array(rolloutSchema),
});
export type DefaultOverview = z.infer<typeof runningSchema>;
const museumSchema = runningSchema.extend({
  museumId: entityIdSchema,
  name: z.string(),
  code: z.string().optional(),
  entryScreen: z.enum(['visit', 'text-chat']),
  health: countsSchema.extend({ hours: z.array(countsSchema) }),
});
export type MuseumOverview = z.infer<typeof museumSchema>;
export const overviewSchema = z.object({ museums: z.array(museumSchema), default: runningSchema });
export type Overview = z.infer<typeof overviewSchema>;

export const publishedSchema = z.object({ versions: z.array(z.object({ version: z.string(), publishedAt: z.iso.datetime() })) });
export type PublishedVersion = z.infer<typeof publishedSchema>['versions'][number];

export const historySchema = z.object({
  /** `at` and `actor` are null for what stood before the first pin. */
  sets: z.array(
    z.object({
      sequence: countSchema,
      at: z.iso.datetime().nullable(),
      actor: z.string().nullable(),
      action: z.string(),
      pins: versionsSchema,
    }),
  ),
});
export type EarlierSet = z.infer<typeof historySchema>['sets'][number];

const pinnedSchema = z.string().nullable();
export const rollbackSchema = z.object({
  changes: z.array(z.object({ name: z.string(), from: pinnedSchema, to: pinnedSchema })),
  halted: z.array(z.string()),
});
export type RollbackPlan = z.infer<typeof rollbackSchema>;
export const grantSchema = z.object({ grant: z.string(), expiresAt: z.iso.datetime() });
export type IssuedGrant = z.infer<typeof grantSchema>;

const payloadSchema = z.record(z.string(), z.unknown());
export const auditSchema = z.object({
  records: z.array(
    z.object({
      seq: countSchema,
      at: z.iso.datetime(),
      actor: z.string(),
      action: z.string(),
      payload: payloadSchema,
    }),
  ),
});
export type TrailRecord = z.infer<typeof auditSchema>['records'][number];
