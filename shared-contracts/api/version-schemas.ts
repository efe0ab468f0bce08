import { z } from 'zod/mini';
import { integritySchema, remoteNameSchema, remoteVersionSchema } from '../releases/release-set.ts';
import { countSchema, museumKeySchema } from './registry-schemas.ts';

export const longestPath = 140;
/** A release set allows only these characters. */
export const filePathSchema = z.string().check(
  z.maxLength(longestPath),
  z.regex(/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/),
  z.refine((path) => !path.includes('..')),
);

/** One line: no line break or other control character. */
const lineSchema = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest), z.regex(/^\P{Cc}+$/u, 'must be one line'));
export const versionNoteSchema = lineSchema(300);
export const versionAuthorSchema = lineSchema(80);

/** A pipeline's identity: the URLs of its identity provider and its repository, and the path of its workflow file. */
const pipelineSchema = z.strictObject({
  issuer: z
    .url()
    .check(z.maxLength(256), z.regex(/^https:|^http:\/\/(?:127(?:\.\d+){3}|localhost|\[::1\])(?:[:/]|$)/, 'must be an https address')),
  repository: z.url().check(z.maxLength(256), z.regex(/^https?:\/\/[^?#]*[^/?#]$/, 'must be the address of a repository')),
  workflow: z.string().check(z.maxLength(200), z.regex(/^[\w.][\w./-]*$/, 'must be the path of a file in the repository')),
});
export type Pipeline = z.infer<typeof pipelineSchema>;

/** `PUT` and `GET /remotes/:name/policy`: the pipeline that may publish without a stored token. */
export const remotePolicySchema = z.extend(pipelineSchema, {
  /** Such as `refs/heads/main`; absent for any ref. */
  ref: z.optional(lineSchema(200)),
});
export type RemotePolicy = z.infer<typeof remotePolicySchema>;
export const policyAnswerSchema = z.object({ name: remoteNameSchema, policy: z.nullable(remotePolicySchema) });

/** `POST /remotes/:name/token`: the token publishes this remote until `expiresAt`. */
export const pipelineTokenSchema = z.object({ secret: z.string(), expiresAt: z.iso.datetime() });

/** From a verified identity token. */
export const pipelineRunSchema = z.extend(pipelineSchema, {
  ref: lineSchema(200),
  commit: lineSchema(100),
  run: z.optional(lineSchema(300)),
});
export type PipelineRun = z.infer<typeof pipelineRunSchema>;

/** `POST /remotes/:name/versions`. `alreadyThere`: the same version with the same bytes was published before. */
export const publishedSchema = z.object({
  name: remoteNameSchema,
  version: remoteVersionSchema,
  alreadyThere: z.boolean(),
  /** Slots that the version fills and no published screen has. */
  unknownSlots: z.optional(z.array(z.string())),
});

const remoteSummarySchema = z.object({
  name: remoteNameSchema,
  newest: remoteVersionSchema,
  versions: countSchema,
});
export type RemoteSummary = z.infer<typeof remoteSummarySchema>;
/** `GET /remotes` */
export const remotesSchema = z.object({ remotes: z.array(remoteSummarySchema) });

const versionSummarySchema = z.object({
  version: remoteVersionSchema,
  publishedAt: z.iso.datetime(),
  actor: z.string(),
  contract: z.string(),
  /** Uncompressed. */
  bytes: countSchema,
  /** `*` stands for the default. */
  pinnedBy: z.array(museumKeySchema),
  /** The version last failed for every visit at a museum, or a rollout of the version halted by itself. */
  failedAt: z.optional(z.iso.datetime()),
  note: z.optional(versionNoteSchema),
  author: z.optional(versionAuthorSchema),
  /** The files were removed then, so no visitor can get the version. */
  retiredAt: z.optional(z.iso.datetime()),
});
export type VersionSummary = z.infer<typeof versionSummarySchema>;
/** `GET /remotes/:name/versions`: newest first. */
export const versionsSchema = z.object({ versions: z.array(versionSummarySchema) });

const storedFileSchema = z.object({ bytes: countSchema, integrity: integritySchema });
/** `GET /remotes/:name/versions/:version` */
export const versionDetailsSchema = z.extend(versionSummarySchema, {
  name: remoteNameSchema,
  shared: z.record(z.string(), z.string()),
  files: z.record(z.string(), storedFileSchema),
  /** Language → key → text. Undefined for a build without texts. */
  texts: z.optional(z.record(z.string(), z.record(z.string(), z.string()))),
});
export type VersionDetails = z.infer<typeof versionDetailsSchema>;
/** `DELETE /remotes/:name/versions/:version` */
export const retiredSchema = z.object({ name: remoteNameSchema, version: remoteVersionSchema, retiredAt: z.iso.datetime() });

const versionUseSchema = z.object({ museumId: museumKeySchema, name: remoteNameSchema, version: remoteVersionSchema });
export type VersionUse = z.infer<typeof versionUseSchema>;
/** A contract that the site's host satisfies, and its uses that the caller may see. */
const contractSummarySchema = z.object({
  version: remoteVersionSchema,
  uses: z.array(versionUseSchema),
});
export type ContractSummary = z.infer<typeof contractSummarySchema>;
/** `GET /contracts` */
export const contractsSchema = z.object({ contracts: z.array(contractSummarySchema) });
