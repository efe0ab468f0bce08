import { z } from 'zod/mini';
import { entityIdSchema } from '../museum/id.ts';
import type { Declaration } from './declaration.ts';

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
/** Includes the version: two versions on a page would otherwise share chunks, and a swap would keep the old code. */
export const containerName = (remote: string, version: string): string => `enfilade_${remote}_${version.replace(/[^0-9A-Za-z]/g, '_')}`;
export const containerNameSchema = z.string().check(z.maxLength(64), z.regex(/^[A-Za-z_$][\w$]*$/));
export const integritySchema = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));

/** The part of a declaration that a page uses. Publish validated the whole declaration, and the set is signed. */
// The rule for paths of `declaration.ts`, whose module pages do not load.
const route = z.string().check(z.regex(/^\/[a-z][a-z0-9-]{1,62}$/));
const relied = z.looseObject({ routes: z.array(route), needs: z.array(z.string()) });

/** All paths are on the site's own origin. */
export const pinnedRemoteSchema = z
  .strictObject({
    version: remoteVersionSchema,
    contract: rangeSchema,
    /** Only of a build with the stock federation plugin, which the page loads by the ecosystem's own runtime. */
    container: z.optional(containerNameSchema),
    shared: z.record(z.string().check(z.maxLength(64)), rangeSchema),
    entry: artifactPathSchema,
    initial: z.array(artifactPathSchema).check(z.maxLength(16)),
    /**
     * Script or style → hash. The entry of a preset build contains the hashes of its chunks, so its set has only the files that a page
     * fetches.
     */
    integrity: z.record(artifactPathSchema, integritySchema),
    /** Also absent in sets from sites and hosts of before declarations. */
    declaration: z.optional(z.custom<Declaration>((value) => relied.safeParse(value).success)),
  })
  .check(
    z.refine((remote) => [remote.entry, ...remote.initial].every((path) => path in remote.integrity), {
      message: 'entry and every initial file need an integrity hash',
    }),
  );
export type PinnedRemote = z.infer<typeof pinnedRemoteSchema>;

/** Files that a page fetches itself: entry, scripts and styles of the first view, and the texts of a language. */
export function firstFiles({ entry, initial, integrity }: PinnedRemote, language: string): string[] {
  const texts = Object.keys(integrity).filter((path) => path.includes(`/texts-${language}.`));
  return [...new Set([entry, ...initial, ...texts])];
}

const grantedVersionSchema = z.strictObject({ remote: remoteNameSchema, version: remoteVersionSchema, expiresAt: z.iso.datetime() });
export type GrantedVersion = z.infer<typeof grantedVersionSchema>;

export const unsignedSetSchema = z.strictObject({
  /** `*` for the default set, for museums without pins of their own. */
  museumId: z.union([entityIdSchema, z.literal('*')]),
  sequence: z.int().check(z.nonnegative()),
  issuedAt: z.iso.datetime(),
  contract: remoteVersionSchema,
  remotes: z.record(remoteNameSchema, pinnedRemoteSchema),
  /** Absent in the set for everybody. Signed, so that no visitor sees a preview without its banner. */
  grants: z.optional(z.array(grantedVersionSchema).check(z.minLength(1), z.maxLength(8))),
});
export type UnsignedSet = z.infer<typeof unsignedSetSchema>;

/** P-256, SPKI in base64. */
export const setKeySchema = z.string().check(z.regex(/^[A-Za-z0-9+/]{122}==$/));

/** The site signs the set for a day. `museumId` is the page's museum, even for the default set; `*` is a page without a museum. */
export const releaseSetSchema = z.extend(unsignedSetSchema, {
  expiresAt: z.iso.datetime(),
  /** The next signing key. Pages that trust the signature trust this key from now on. */
  nextKey: z.optional(setKeySchema),
  /** The first 16 hex digits of the SHA-256 of the signing key's SPKI. */
  keyId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** ES256 over the canonical bytes of all other fields: 64 bytes in base64url, in the canonical spelling. */
  signature: z.string().check(z.regex(/^[\w-]{85}[AQgw]$/)),
});
export type ReleaseSet = z.infer<typeof releaseSetSchema>;
