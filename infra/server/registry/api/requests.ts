import { museumKeySchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { versionAuthorSchema, versionNoteSchema } from '@enfilade/shared-contracts/api/version-schemas';
import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';
import { MalformedRequestError } from '../state/registry-error.ts';

export const remoteParamsSchema = z.object({ name: remoteNameSchema });
export const versionParamsSchema = z.object({ name: remoteNameSchema, version: remoteVersionSchema });
export const publishQuerySchema = z.strictObject({ note: z.optional(versionNoteSchema), author: z.optional(versionAuthorSchema) });
export const museumParamsSchema = z.object({ museumId: museumKeySchema });
/** `visitor`: the set that visitor would get, for a look ahead; without it the stable one. */
export const setQuerySchema = z.strictObject({ visitor: z.string().min(1).max(128).optional() });
export const auditQuerySchema = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .default('0')
    .transform(Number),
  /** Only what concerns this museum, or the default. */
  museum: z.optional(museumKeySchema),
  /** Only what was recorded then or later. */
  since: z.iso.datetime({ offset: true }).optional(),
});

/** Without `museum`: all of them together. Without `version`: those published last. */
export const vitalsQuerySchema = z.strictObject({ museum: z.optional(museumKeySchema), version: z.optional(remoteVersionSchema) });
/** Of the JSON a command may send. */
export const jsonBodyBytes = 4_096;

/** @throws MalformedRequestError that names the part */
export function parseRequest<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // Names of keys were the caller's to choose: none that is not of the shape is repeated.
  const field = issue?.code === 'invalid_key' ? issue.path.slice(0, -1) : issue?.path;
  const problem = issue?.code === 'unrecognized_keys' ? 'it has a key that is not known' : issue?.message;
  throw new MalformedRequestError(`"${field?.join('.') || 'body'}" is not of the shape it must have: ${problem}.`);
}
