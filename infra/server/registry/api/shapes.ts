import { entityIdSchema } from '@enfilade/shared-contracts/museum/id';
import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/remote/release-set';
import { z } from 'zod';
import {
  grantMinutesSchema,
  journalRecordSchema,
  museumKeySchema,
  percentSchema,
  rowHashSchema,
  versionSetSchema,
} from '../state/record.ts';

// Browsers import this too: nothing of Node stands here or in what it imports.

export const remoteParamsSchema = z.object({ name: remoteNameSchema });
export const museumParamsSchema = z.object({ museumId: museumKeySchema });
export const pinParamsSchema = z.object({ museumId: museumKeySchema, name: remoteNameSchema });
export const rolloutParamsSchema = z.object({ museumId: museumKeySchema, id: z.uuid() });
/** `visitor`: the set that visitor would get, for a look ahead; without it the stable one. */
export const setQuerySchema = z.strictObject({ visitor: z.string().min(1).max(128).optional() });
export const auditQuerySchema = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .default('0')
    .transform(Number),
  /** Only what concerns this museum, or the default. */
  museum: museumKeySchema.optional(),
});

/** `expected`: what the museum itself pins now, null for nothing. */
export const pinBodySchema = z.strictObject({ version: remoteVersionSchema, expected: remoteVersionSchema.nullable() });
export const unpinBodySchema = z.strictObject({ expected: remoteVersionSchema.nullable() });
export const rolloutBodySchema = z.strictObject({ versions: versionSetSchema, percent: percentSchema });
export const rolloutChangeBodySchema = z.union([z.strictObject({ percent: percentSchema }), z.strictObject({ halt: z.literal(true) })]);
/** `preview`: tells what would change, and records nothing. */
export const rollbackBodySchema = z.strictObject({ toSequence: z.number().int().nonnegative(), preview: z.boolean().default(false) });
export const grantBodySchema = z.strictObject({
  remote: remoteNameSchema,
  version: remoteVersionSchema,
  museumId: entityIdSchema,
  minutes: grantMinutesSchema,
});

export const publishedSchema = z.strictObject({ name: remoteNameSchema, version: remoteVersionSchema, alreadyThere: z.boolean() });
export const pinResultSchema = z.strictObject({
  museumId: museumKeySchema,
  name: remoteNameSchema,
  version: remoteVersionSchema.nullable(),
  sequence: z.number().int().nonnegative(),
});
export const rolloutSummarySchema = z.strictObject({
  id: z.uuid(),
  museumId: museumKeySchema,
  versions: versionSetSchema,
  percent: percentSchema,
  startedAt: z.iso.datetime(),
  /** Why it serves nobody any more, null while it runs. */
  halted: z.enum(['operator', 'failures', 'rolled-back']).nullable(),
});
export const rolloutResultSchema = rolloutSummarySchema.extend({ sequence: z.number().int().nonnegative() });
const pinnedSchema = remoteVersionSchema.nullable();
export const rollbackResultSchema = z.strictObject({
  museumId: museumKeySchema,
  toSequence: z.number().int().nonnegative(),
  sequence: z.number().int().nonnegative(),
  changes: z.array(z.strictObject({ name: remoteNameSchema, from: pinnedSchema, to: pinnedSchema })),
  halted: z.array(z.uuid()),
});
export const issuedGrantSchema = z.strictObject({ grant: z.uuid(), expiresAt: z.iso.datetime() });
export const remotesSchema = z.strictObject({
  remotes: z.array(z.strictObject({ name: remoteNameSchema, newest: remoteVersionSchema, versions: z.number().int() })),
});
export const versionsSchema = z.strictObject({
  versions: z.array(
    z.strictObject({
      version: remoteVersionSchema,
      publishedAt: z.iso.datetime(),
      actor: z.string(),
      contract: z.string(),
      federation: z.string(),
      bytes: z.number().int(),
      pinnedBy: z.array(museumKeySchema),
    }),
  ),
});
/** Each record with the hash that chains it to the one before. */
export const auditSchema = z.strictObject({ records: z.array(z.intersection(journalRecordSchema, z.object({ hash: rowHashSchema }))) });
