import { z } from 'zod';
import { entityIdSchema } from '../museum/id.ts';

/** Name of a remote: also a path segment and part of a JavaScript identifier. */
export const remoteNameSchema = z.string().regex(/^[a-z][a-z0-9]{1,31}$/);
/** A semantic version, with pre-release but without build metadata: it is a path segment. */
export const remoteVersionSchema = z
  .string()
  .max(64)
  .regex(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/);
const rangeSchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\^~<>=|.\-*xX\d\sA-Za-z]+$/);
const artifactPathSchema = z
  .string()
  .max(256)
  .regex(/^\/remotes\/[a-z][a-z0-9]{1,31}\/[0-9A-Za-z.-]+\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:js|css)$/)
  .refine((path) => !path.includes('..'));
export const integritySchema = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);

/** One remote as a release set pins it. All paths lie on the site's own origin. */
export const pinnedRemoteSchema = z
  .strictObject({
    version: remoteVersionSchema,
    /** Range of contract versions the remote was built for. */
    contract: rangeSchema,
    /** Range of federation runtimes it needs. */
    federation: rangeSchema,
    /** Shared packages and the ranges it accepts. */
    shared: z.record(z.string().max(64), rangeSchema),
    entry: artifactPathSchema,
    /** Scripts and styles of the first view, for preloading. */
    initial: z.array(artifactPathSchema).max(16),
    /** Every script and style the remote can load → its hash. */
    integrity: z.record(artifactPathSchema, integritySchema),
  })
  .refine((remote) => [remote.entry, ...remote.initial].every((path) => path in remote.integrity), {
    message: 'entry and every initial file need an integrity hash',
  });
export type PinnedRemote = z.infer<typeof pinnedRemoteSchema>;

/** What one museum runs: every remote pinned, numbered so that a newer set can be told from an older. */
export const releaseSetSchema = z.strictObject({
  /** `*` for the default set, which a museum without pins of its own gets. */
  museumId: z.union([entityIdSchema, z.literal('*')]),
  sequence: z.number().int().nonnegative(),
  issuedAt: z.iso.datetime(),
  contract: remoteVersionSchema,
  remotes: z.record(remoteNameSchema, pinnedRemoteSchema),
});
export type ReleaseSet = z.infer<typeof releaseSetSchema>;
