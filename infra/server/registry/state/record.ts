import { filePathSchema } from '@enfilade/shared-contracts/api/version-schemas';
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
export interface Annotation {
  /** Files kept for those who may read the remote, and served to no visitor: see `artifacts/private-files.ts`. */
  private: StoredFiles;
  note?: string | undefined;
  author?: string | undefined;
}
