import { z } from 'zod/mini';
import { integritySchema, remoteNameSchema, remoteVersionSchema } from '../releases/release-set.ts';
import { countSchema, museumKeySchema, namedOnce, onceMessage } from './registry-schemas.ts';

// What the registry answers about published versions: what they consist of, where they come from, who needs them, and whether
// they can be given to visitors.

export const longestPath = 140;
/** A file's path below its build's folder, in the letters the release set allows in an artifact path. */
export const filePathSchema = z.string().check(
  z.maxLength(longestPath),
  z.regex(/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/),
  z.refine((path) => !path.includes('..')),
);

/** One line: no line break or other control character. */
const lineSchema = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest), z.regex(/^\P{Cc}+$/u, 'must be one line'));
/** What a version is about, and who made it, in the words of whoever published it. */
export const versionNoteSchema = lineSchema(300);
export const versionAuthorSchema = lineSchema(80);

/** What a pipeline is known by: the address of its provider of identities, of the repository, and its workflow's path in there. */
export const pipelineSchema = z.strictObject({
  issuer: z
    .url()
    .check(z.maxLength(256), z.regex(/^https:|^http:\/\/(?:127(?:\.\d+){3}|localhost|\[::1\])(?:[:/]|$)/, 'must be an https address')),
  repository: z.url().check(z.maxLength(256), z.regex(/^https?:\/\/[^?#]*[^/?#]$/, 'must be the address of a repository')),
  workflow: z.string().check(z.maxLength(200), z.regex(/^[\w.][\w./-]*$/, 'must be the path of a file in the repository')),
});
export type Pipeline = z.infer<typeof pipelineSchema>;

/** `PUT` and `GET /remotes/:name/policy`: where versions come from. */
export const remotePolicySchema = z.extend(pipelineSchema, {
  /** Such as `refs/heads/main`; absent: any. */
  ref: z.optional(lineSchema(200)),
  /** Versions without provenance of this pipeline are neither published nor pinned; otherwise it may only publish without a stored token. */
  requiresProvenance: z.boolean(),
});
export type RemotePolicy = z.infer<typeof remotePolicySchema>;
export const policyAnswerSchema = z.strictObject({ name: remoteNameSchema, policy: z.nullable(remotePolicySchema) });

/** `POST /remotes/:name/token`: for a pipeline's identity a token that publishes this remote until then, and whether provenance must come along. */
export const pipelineTokenSchema = z.strictObject({ secret: z.string(), expiresAt: z.iso.datetime(), requiresProvenance: z.boolean() });

/** What a verified bundle says of where a version was built. */
export const provenanceSchema = z.extend(pipelineSchema, {
  ref: lineSchema(200),
  /** Of the source, as the provider names it. */
  commit: lineSchema(100),
  /** Address of the run that built it, where the provider names one. */
  run: z.optional(lineSchema(300)),
});
export type Provenance = z.infer<typeof provenanceSchema>;

/** A package of which several remotes of a set bring the same modules. Bytes of them before they are made small. */
export const duplicateSchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  /** Remote → bytes of the modules that others bring, too. */
  remotes: z.record(remoteNameSchema, countSchema),
  /** What would be saved if each module came once. */
  spare: countSchema,
});
export type Duplicate = z.infer<typeof duplicateSchema>;
/** `GET /museums/:museumId/duplicates`: most bytes first. */
export const duplicatesSchema = z.strictObject({ duplicates: z.array(duplicateSchema) });

/** `POST /remotes/:name/versions`. `alreadyThere`: the same version with the same bytes had been published before. */
export const publishedSchema = z.strictObject({
  name: remoteNameSchema,
  version: remoteVersionSchema,
  alreadyThere: z.boolean(),
  /** In the default set with this version in it. */
  duplicates: z.array(duplicateSchema),
  /** Places it fills that no published screen has. */
  unknownSlots: z.optional(z.array(z.string())),
});

export const remoteSummarySchema = z.strictObject({
  name: remoteNameSchema,
  /** The version published last. */
  newest: remoteVersionSchema,
  versions: countSchema,
});
export type RemoteSummary = z.infer<typeof remoteSummarySchema>;
/** `GET /remotes` */
export const remotesSchema = z.strictObject({ remotes: z.array(remoteSummarySchema) });

export const versionSummarySchema = z.strictObject({
  version: remoteVersionSchema,
  publishedAt: z.iso.datetime(),
  actor: z.string(),
  contract: z.string(),
  /** Of all its files, uncompressed. */
  bytes: countSchema,
  /** Museums that pin it, `*` for the default. */
  pinnedBy: z.array(museumKeySchema),
  /** When it last failed for every visit that tried it at a museum, or a rollout of it halted by itself. */
  failedAt: z.optional(z.iso.datetime()),
  note: z.optional(versionNoteSchema),
  author: z.optional(versionAuthorSchema),
  provenance: z.optional(provenanceSchema),
  /** The last day on which a visitor was given it, as far as that is recorded. */
  usedOn: z.optional(z.iso.date()),
  /** When its files were removed: nobody can be given it any more. */
  retiredAt: z.optional(z.iso.datetime()),
});
export type VersionSummary = z.infer<typeof versionSummarySchema>;
/** `GET /remotes/:name/versions`: newest first. */
export const versionsSchema = z.strictObject({ versions: z.array(versionSummarySchema) });

/** A package that is bundled into a build, with what its modules have in bytes before they are made small. */
export const bundledPackageSchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  licence: z.optional(z.string()),
  bytes: countSchema,
  /** Path in the package → bytes. */
  modules: z.record(z.string(), countSchema),
});
export type BundledPackage = z.infer<typeof bundledPackageSchema>;

const storedFileSchema = z.strictObject({ bytes: countSchema, integrity: integritySchema });
/** `GET /remotes/:name/versions/:version`: all that is known of one. */
export const versionDetailsSchema = z.extend(versionSummarySchema, {
  name: remoteNameSchema,
  shared: z.record(z.string(), z.string()),
  files: z.record(z.string(), storedFileSchema),
  /** Undefined for a build that does not say. */
  packages: z.optional(z.array(bundledPackageSchema)),
  /** Language → key → text; undefined for a build that does not say. */
  texts: z.optional(z.record(z.string(), z.record(z.string(), z.string()))),
});
export type VersionDetails = z.infer<typeof versionDetailsSchema>;
/** `DELETE` of the same. */
export const retiredSchema = z.strictObject({ name: remoteNameSchema, version: remoteVersionSchema, retiredAt: z.iso.datetime() });
export type Retired = z.infer<typeof retiredSchema>;

/** `GET /packages?name=…&range=…`: which versions bring the package along or get it from the host, and who runs them. */
export const packageUsersSchema = z.strictObject({
  users: z.array(
    z.strictObject({
      /** `host` for the page itself, which every museum runs. */
      remote: z.union([remoteNameSchema, z.literal('host')]),
      /** Null for the host's. */
      release: z.nullable(remoteVersionSchema),
      /** Of the package. */
      version: z.string(),
      /** Museums that the caller may see and that run it, `*` for the default. */
      museums: z.array(museumKeySchema),
    }),
  ),
  /** Versions that run and do not say what they consist of, as `visit 1.8.0`. */
  unknown: z.array(z.string()),
});
export type PackageUsers = z.infer<typeof packageUsersSchema>;
/** Contracts by the number of their major. */
export const contractMajorsSchema = z.array(z.int().check(z.gte(1), z.lte(99))).check(z.maxLength(8), z.refine(namedOnce, onceMessage));
/** A version that visitors get by a pin or a running rollout. */
export const versionUseSchema = z.strictObject({ museumId: museumKeySchema, name: remoteNameSchema, version: remoteVersionSchema });
export type VersionUse = z.infer<typeof versionUseSchema>;
/** A contract that the site's host satisfies, and who needs it as far as the caller may see. */
export const contractSummarySchema = z.strictObject({
  major: z.int(),
  version: remoteVersionSchema,
  /** No version built for it can be published or given to visitors any more. */
  retired: z.boolean(),
  uses: z.array(versionUseSchema),
});
export type ContractSummary = z.infer<typeof contractSummarySchema>;
/** `GET` and `PUT /contracts` */
export const contractsSchema = z.strictObject({ contracts: z.array(contractSummarySchema) });
