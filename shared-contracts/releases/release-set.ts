import { z } from 'zod/mini';
import { entityIdSchema } from '../museum/id.ts';
import type { Declaration } from './declaration.ts';

/** Name of a remote, valid as a path segment and in a JavaScript identifier. */
export const remoteNameSchema = z.string().check(z.regex(/^[a-z][a-z0-9]{1,31}$/));
/** A semantic version that is valid as a path segment: with pre-release, without build metadata. */
export const remoteVersionSchema = z
  .string()
  .check(z.maxLength(64), z.regex(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/));
const rangeSchema = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[\^~<>=|.\-*xX\d\sA-Za-z]+$/));
const artifactPathSchema = z.string().check(
  z.maxLength(256),
  z.regex(/^\/remotes\/[a-z][a-z0-9]{1,31}\/[0-9A-Za-z.-]+\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:js|css)$/),
  z.refine((path) => !path.includes('..')),
);
/** A container's name, which is a global's name. */
export const containerNameSchema = z.string().check(z.maxLength(64), z.regex(/^[A-Za-z_$][\w$]*$/));
export const integritySchema = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));

/**
 * The part of a declaration that a page uses: paths and needs. Publishing validated the whole declaration, and the
 * set is signed.
 */
// The rule for paths of `declaration.ts`, whose module pages do not load.
const route = z.string().check(z.regex(/^\/[a-z][a-z0-9-]{1,62}$/));
const relied = z.looseObject({ routes: z.array(route), needs: z.array(z.string()) });

/** One remote in a release set. All paths are on the site's own origin. */
export const pinnedRemoteSchema = z
  .strictObject({
    version: remoteVersionSchema,
    /** Range of contract versions the remote was built for. */
    contract: rangeSchema,
    /**
     * Name of its container, for a build of the stock federation plugin: the page loads it by the ecosystem's own runtime.
     * Absent in builds of the preset, which need none.
     */
    container: z.optional(containerNameSchema),
    /** Shared packages and the ranges it accepts. */
    shared: z.record(z.string().check(z.maxLength(64)), rangeSchema),
    entry: artifactPathSchema,
    /** Scripts and styles of the first view, for preloading. */
    initial: z.array(artifactPathSchema).check(z.maxLength(16)),
    /**
     * Script or style → its hash: every one the remote can load, or, of a build of the preset, the ones a page fetches
     * itself. The entry of such a build holds the hashes of all that it loads.
     */
    integrity: z.record(artifactPathSchema, integritySchema),
    /** Absent in sets of sites, and for hosts, from before screens declared themselves. */
    declaration: z.optional(z.custom<Declaration>((value) => relied.safeParse(value).success)),
  })
  .check(
    z.refine((remote) => [remote.entry, ...remote.initial].every((path) => path in remote.integrity), {
      message: 'entry and every initial file need an integrity hash',
    }),
  );
export type PinnedRemote = z.infer<typeof pinnedRemoteSchema>;

/** The files of a remote that a page fetches itself: entry, scripts and styles of the first view, and the texts of a language. */
export function firstFiles({ entry, initial, integrity }: PinnedRemote, language: string): string[] {
  const texts = Object.keys(integrity).filter((path) => path.includes(`/texts-${language}.`));
  return [...new Set([entry, ...initial, ...texts])];
}

/** A version that the visitor gets by a grant. */
export const grantedVersionSchema = z.strictObject({ remote: remoteNameSchema, version: remoteVersionSchema, expiresAt: z.iso.datetime() });
export type GrantedVersion = z.infer<typeof grantedVersionSchema>;

/** The registry's choice for one museum: every pinned remote, numbered so that sets can be ordered. */
export const unsignedSetSchema = z.strictObject({
  /** `*` for the default set, which a museum without pins of its own gets. */
  museumId: z.union([entityIdSchema, z.literal('*')]),
  sequence: z.int().check(z.nonnegative()),
  issuedAt: z.iso.datetime(),
  contract: remoteVersionSchema,
  remotes: z.record(remoteNameSchema, pinnedRemoteSchema),
  /** Absent in what everybody gets. Signed with the rest, so that nobody is shown a preview without being told. */
  grants: z.optional(z.array(grantedVersionSchema).check(z.minLength(1), z.maxLength(8))),
});
export type UnsignedSet = z.infer<typeof unsignedSetSchema>;

/** A public P-256 key for the signatures of sets: SPKI in base64. */
export const setKeySchema = z.string().check(z.regex(/^[A-Za-z0-9+/]{122}==$/));

/**
 * The set for browsers, which the site signs for a day. `museumId` is the page's museum, even for the default set; `*` is a page
 * without a museum.
 */
export const releaseSetSchema = z.extend(unsignedSetSchema, {
  expiresAt: z.iso.datetime(),
  /** The key that will sign after this one: who trusts the signature trusts it from now on. */
  nextKey: z.optional(setKeySchema),
  /** The first 16 hex digits of the SHA-256 of the signing key's SPKI. */
  keyId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** ES256 over the canonical bytes of everything else: 64 bytes in base64url, spelled in the one way there is. */
  signature: z.string().check(z.regex(/^[\w-]{85}[AQgw]$/)),
});
export type ReleaseSet = z.infer<typeof releaseSetSchema>;
