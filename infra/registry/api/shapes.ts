import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/remote/release-set';
import { z } from 'zod';
import { journalRecordSchema, museumKeySchema } from '../journal/record.ts';

export const remoteParamsSchema = z.object({ name: remoteNameSchema });
export const museumParamsSchema = z.object({ museumId: museumKeySchema });
export const pinParamsSchema = z.object({ museumId: museumKeySchema, name: remoteNameSchema });
export const auditQuerySchema = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .default('0')
    .transform(Number),
});

/** `expected`: what the museum itself pins now, null for nothing. */
export const pinBodySchema = z.strictObject({ version: remoteVersionSchema, expected: remoteVersionSchema.nullable() });
export const unpinBodySchema = z.strictObject({ expected: remoteVersionSchema.nullable() });

export const publishedSchema = z.strictObject({ name: remoteNameSchema, version: remoteVersionSchema, alreadyThere: z.boolean() });
export const pinResultSchema = z.strictObject({
  museumId: museumKeySchema,
  name: remoteNameSchema,
  version: remoteVersionSchema.nullable(),
  sequence: z.number().int().nonnegative(),
});
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
export const auditSchema = z.strictObject({ records: z.array(journalRecordSchema) });
