import { entityIdSchema } from '@enfilade/shared-contracts/museum/id';
import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/remote/release-set';
import { z } from 'zod';
import { rolloutSummarySchema } from './shapes.ts';

// What the operators' console and the site say to each other. Browsers import this: nothing of Node stands here or in what it imports.

/** `name`: the operator's name or e-mail address, in any case. `keep`: for 30 days on this device instead of 12 hours. */
export const loginBodySchema = z.strictObject({
  name: z.string().min(1).max(254),
  password: z.string().min(1).max(256),
  keep: z.boolean(),
});

/** Whose session this is, and the museums it covers, `*` for every one and the default. */
export const operatorSessionSchema = z.strictObject({ name: z.string(), museums: z.union([z.array(entityIdSchema), z.literal('*')]) });
export type OperatorSession = z.infer<typeof operatorSessionSchema>;

const count = z.number().int().nonnegative();
const sequence = count;
const hourSchema = z.strictObject({ loads: count, failures: count });
/** How remotes fared in the museum's browsers in the last 12 hours, each hour, oldest first. */
export const healthSchema = z.strictObject({ loads: count, failures: count, hours: z.array(hourSchema).length(12) });
export type Health = z.infer<typeof healthSchema>;

/** The version every visitor in no rollout gets. `pinned`: by the museum itself; else it is the default's. */
const screensSchema = z.record(remoteNameSchema, z.strictObject({ version: remoteVersionSchema, pinned: z.boolean() }));

/** `tried`: visits that got any of its versions since it started, and those for which one failed, as this gateway heard. */
const triedRolloutSchema = rolloutSummarySchema.extend({ tried: hourSchema });
export type TriedRollout = z.infer<typeof triedRolloutSchema>;

export const museumOverviewSchema = z.strictObject({
  museumId: entityIdSchema,
  /** The id where nothing more is known. */
  name: z.string(),
  /** On the wall. */
  code: z.string().optional(),
  entryScreen: z.enum(['visit', 'text-chat']),
  sequence,
  screens: screensSchema,
  /** Oldest first, running and halted; those of the default are not repeated here. */
  rollouts: z.array(triedRolloutSchema),
  health: healthSchema,
});
export type MuseumOverview = z.infer<typeof museumOverviewSchema>;

/** `GET /registry/v1/overview`: the museums the caller may see, by name. The default stands there for everybody, for it is what museums run. */
export const overviewSchema = z.strictObject({
  museums: z.array(museumOverviewSchema),
  default: z.strictObject({ sequence, screens: screensSchema, rollouts: z.array(triedRolloutSchema) }),
});
export type Overview = z.infer<typeof overviewSchema>;

/** `GET /registry/v1/museums/:museumId/rollouts` */
export const rolloutsSchema = z.strictObject({ rollouts: z.array(rolloutSummarySchema) });

const earlierSet = { sequence, pins: z.record(remoteNameSchema, remoteVersionSchema) };
/**
 * What a museum pinned itself from `sequence` on, through whom. The first of all, `never-pinned`, is sequence 0:
 * going back to it leaves the museum with the default.
 */
export const earlierSetSchema = z.union([
  z.strictObject({ ...earlierSet, at: z.iso.datetime(), actor: z.string(), action: z.enum(['pin-set', 'pin-removed', 'rolled-back']) }),
  z.strictObject({ ...earlierSet, at: z.null(), actor: z.null(), action: z.literal('never-pinned') }),
]);

/** `GET /registry/v1/museums/:museumId/history`: newest first, which is what is pinned now. The default has no `never-pinned`. */
export const historySchema = z.strictObject({ sets: z.array(earlierSetSchema).max(50) });

const pinned = remoteVersionSchema.nullable();
/** `POST …/rollback` with `preview: true`: what would change at the museum itself, and the rollouts that would end. Nothing was recorded. */
export const rollbackPreviewSchema = z.strictObject({
  museumId: z.union([entityIdSchema, z.literal('*')]),
  toSequence: sequence,
  preview: z.literal(true),
  /** Number of the museum's release set now. */
  sequence,
  changes: z.array(z.strictObject({ name: remoteNameSchema, from: pinned, to: pinned })),
  halted: z.array(z.uuid()),
});
