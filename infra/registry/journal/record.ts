import { entityIdSchema } from '@enfilade/shared-contracts/museum/id';
import { integritySchema, remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/remote/release-set';
import { z } from 'zod';

/** A museum, or `*` for what every museum without a pin of its own gets. */
export const museumKeySchema = z.union([entityIdSchema, z.literal('*')]);
export type MuseumKey = z.infer<typeof museumKeySchema>;

/** A file's path below its version's folder, in the letters the release set allows in an artifact path. */
export const filePathSchema = z
  .string()
  .max(140)
  .regex(/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/)
  .refine((path) => !path.includes('..'));
const rangeSchema = z.string().min(1).max(64);

/** What was read from a build when it was published; addresses are derived from it, never stored. */
export const releaseSchema = z.strictObject({
  name: remoteNameSchema,
  version: remoteVersionSchema,
  contract: rangeSchema,
  federation: rangeSchema,
  shared: z.record(z.string().max(64), rangeSchema),
  /** Scripts and styles of the first view, sorted, without the entry. */
  initial: z.array(filePathSchema),
  /** Every published file: its length in bytes and its hash. */
  files: z.record(filePathSchema, z.strictObject({ bytes: z.number().int().nonnegative(), integrity: integritySchema })),
});
export type Release = z.infer<typeof releaseSchema>;

const stamp = {
  /** 1, 2, 3 … without a gap. */
  seq: z.number().int().positive(),
  at: z.iso.datetime(),
  /** Who did it: the name of a token, or of the process itself. */
  actor: z.string().min(1).max(64),
};
const pin = { museumId: museumKeySchema, name: remoteNameSchema };

/** One line of the journal: a fact, when it became one, and through whom. */
export const journalRecordSchema = z.discriminatedUnion('action', [
  z.strictObject({ ...stamp, action: z.literal('version-published'), payload: releaseSchema }),
  z.strictObject({
    ...stamp,
    action: z.literal('pin-set'),
    payload: z.strictObject({ ...pin, version: remoteVersionSchema, previous: remoteVersionSchema.nullable() }),
  }),
  z.strictObject({
    ...stamp,
    action: z.literal('pin-removed'),
    payload: z.strictObject({ ...pin, previous: remoteVersionSchema }),
  }),
]);
export type JournalRecord = z.infer<typeof journalRecordSchema>;

type WithoutStamp<T> = T extends unknown ? Omit<T, keyof typeof stamp> : never;
/** A record before it has its number, time and actor. */
export type Change = WithoutStamp<JournalRecord>;
