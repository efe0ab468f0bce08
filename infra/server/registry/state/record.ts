import {
  haltCauseSchema,
  museumKeySchema,
  percentSchema,
  stepsSchema,
  tokenRequestSchema,
  versionSetSchema,
} from '@enfilade/shared-contracts/api/registry-schemas';
import {
  filePathSchema,
  pipelineRunSchema,
  remotePolicySchema,
  versionAuthorSchema,
  versionNoteSchema,
} from '@enfilade/shared-contracts/api/version-schemas';
import { entityIdSchema } from '@enfilade/shared-contracts/museum/id';
import { declarationSchema } from '@enfilade/shared-contracts/releases/declaration';
import {
  containerNameSchema,
  integritySchema,
  remoteNameSchema,
  remoteVersionSchema,
} from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';

const rangeSchema = z.string().min(1).max(64);
/** Path → length in bytes and hash. */
const storedFilesSchema = z.record(filePathSchema, z.strictObject({ bytes: z.number().int().nonnegative(), integrity: integritySchema }));
export type StoredFiles = z.infer<typeof storedFilesSchema>;

/** What was read from a build when it was published; addresses are derived from it, never stored. */
export const releaseSchema = z.strictObject({
  name: remoteNameSchema,
  version: remoteVersionSchema,
  contract: rangeSchema,
  /** Of a build of the stock federation plugin: its container's name, and the file that leaves it on the page. */
  stock: z.optional(z.strictObject({ container: containerNameSchema, entry: filePathSchema })),
  shared: z.record(z.string().max(64), rangeSchema),
  /** Scripts and styles of the first view, sorted, without the entry. */
  initial: z.array(filePathSchema),
  /** Every published file. */
  files: storedFilesSchema,
});
export type Release = z.infer<typeof releaseSchema>;
/** A version, and what its build said of its screen. */
export const recordedReleaseSchema = z.strictObject({ release: releaseSchema, declaration: z.optional(declarationSchema) });
export type RecordedRelease = z.infer<typeof recordedReleaseSchema>;

/** What is said and kept of a version beside what visitors get. */
export const annotationSchema = z.strictObject({
  /** Files kept for those who may read the remote, and served to no visitor: see `artifacts/private-files.ts`. */
  private: storedFilesSchema,
  note: z.optional(versionNoteSchema),
  author: z.optional(versionAuthorSchema),
});
export type Annotation = z.infer<typeof annotationSchema>;

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
const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);
const operator = { name: z.string().min(1).max(64) };

const record = <Action extends string, Payload extends z.ZodType>(action: Action, payload: Payload) =>
  z.strictObject({ ...stamp, action: z.literal(action), payload });

/** One line of the journal: a fact, when it became one, and through whom. */
export const journalRecordSchema = z.discriminatedUnion('action', [
  record('version-published', releaseSchema),
  /** All of it from then on. A record of its own, so that gateways of earlier releases follow the journal past it. */
  record('version-annotated', z.strictObject({ ...annotationSchema.shape, name: remoteNameSchema, version: remoteVersionSchema })),
  /** Its files are gone, and its number is never given again. */
  record('version-retired', z.strictObject({ name: remoteNameSchema, version: remoteVersionSchema })),
  /** Null: none any more. */
  record('policy-set', z.strictObject({ name: remoteNameSchema, policy: z.nullable(remotePolicySchema) })),
  /** Beside the version's publication, because gateways of earlier releases read no other shape of that. */
  record('screen-declared', z.strictObject({ name: remoteNameSchema, version: remoteVersionSchema, declaration: declarationSchema })),
  record('pin-set', z.strictObject({ ...pin, version: remoteVersionSchema, previous: z.nullable(remoteVersionSchema) })),
  record('pin-removed', z.strictObject({ ...pin, previous: remoteVersionSchema })),
  /** The museum has no such screen, whatever is pinned, until it takes it in again. */
  record('screen-left-out', z.strictObject(pin)),
  record('screen-taken-in', z.strictObject(pin)),
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
  record('token-issued', z.strictObject({ ...tokenRequestSchema.shape, id: z.uuid(), hash: digestSchema })),
  /** `hash` as above; it publishes one remote for so many minutes after `at`. `idToken`: SHA-256 of the identity it was given for. */
  record(
    'pipeline-token-issued',
    z.strictObject({
      id: z.uuid(),
      name: remoteNameSchema,
      minutes: z.number().int().positive(),
      pipeline: pipelineRunSchema,
      hash: digestSchema,
      idToken: digestSchema,
    }),
  ),
  record('token-revoked', z.strictObject({ id: z.uuid(), name, remotes, museums })),
]);
export type JournalRecord = z.infer<typeof journalRecordSchema>;

type WithoutStamp<T> = T extends unknown ? Omit<T, keyof typeof stamp> : never;
/** A record before it has its number, time and actor. */
export type Change = WithoutStamp<JournalRecord>;
