import {
  haltCauseSchema,
  museumKeySchema,
  percentSchema,
  stepsSchema,
  tokenRequestSchema,
  versionSetSchema,
} from '@enfilade/shared-contracts/api/registry-schemas';
import { entityIdSchema } from '@enfilade/shared-contracts/museum/id';
import { integritySchema, remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';

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

export const grantMinutesSchema = z.number().int().min(1).max(1_440);
const haltReasonSchema = z.enum(['operator', 'failures', 'slower']);
export type HaltReason = z.infer<typeof haltReasonSchema>;

const stamp = {
  /** 1, 2, 3 … without a gap. */
  seq: z.number().int().positive(),
  at: z.iso.datetime(),
  /** Who did it: the name of a token, or of the process itself. */
  actor: z.string().min(1).max(64),
};
const pin = { museumId: museumKeySchema, name: remoteNameSchema };
const rollout = { museumId: museumKeySchema, id: z.uuid() };

const { name, remotes, museums } = tokenRequestSchema.shape;
const operator = { name: z.string().min(1).max(64) };

const record = <Action extends string, Payload extends z.ZodType>(action: Action, payload: Payload) =>
  z.strictObject({ ...stamp, action: z.literal(action), payload });

/** One line of the journal: a fact, when it became one, and through whom. */
export const journalRecordSchema = z.discriminatedUnion('action', [
  record('version-published', releaseSchema),
  record('pin-set', z.strictObject({ ...pin, version: remoteVersionSchema, previous: z.nullable(remoteVersionSchema) })),
  record('pin-removed', z.strictObject({ ...pin, previous: remoteVersionSchema })),
  record(
    'rollout-started',
    z.strictObject({ ...rollout, versions: versionSetSchema, percent: percentSchema, steps: z.optional(stepsSchema) }),
  ),
  record('rollout-changed', z.strictObject({ ...rollout, percent: percentSchema })),
  record('rollout-halted', z.strictObject({ ...rollout, reason: haltReasonSchema, cause: z.optional(haltCauseSchema) })),
  /** Every visit that tried it failed, of those that got it from there. */
  record('version-failed', z.strictObject({ ...pin, version: remoteVersionSchema, visits: z.number().int().positive() })),
  record(
    'rolled-back',
    z.strictObject({
      museumId: museumKeySchema,
      toSequence: z.number().int().nonnegative(),
      /** All the museum pins itself from then on. */
      pins: z.record(remoteNameSchema, remoteVersionSchema),
    }),
  ),
  record('operator-logged-in', z.strictObject(operator)),
  record('operator-logged-out', z.strictObject(operator)),
  /** An account's name, or null for names that are none; how many were refused since the record before. */
  record('login-refused', z.strictObject({ name: z.nullable(operator.name), times: z.number().int().positive() })),
  record(
    'grant-issued',
    z.strictObject({
      id: z.uuid(),
      remote: remoteNameSchema,
      version: remoteVersionSchema,
      museumId: entityIdSchema,
      /** It ends so long after `at`. */
      minutes: grantMinutesSchema,
    }),
  ),
  /** `hash`: SHA-256 of its secret, in hexadecimal. */
  record('token-issued', z.strictObject({ ...tokenRequestSchema.shape, id: z.uuid(), hash: z.string().regex(/^[0-9a-f]{64}$/) })),
  record('token-revoked', z.strictObject({ id: z.uuid(), name, remotes, museums })),
]);
export type JournalRecord = z.infer<typeof journalRecordSchema>;

type WithoutStamp<T> = T extends unknown ? Omit<T, keyof typeof stamp> : never;
/** A record before it has its number, time and actor. */
export type Change = WithoutStamp<JournalRecord>;
