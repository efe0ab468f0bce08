import { filePathSchema } from '@enfilade/shared-contracts/api/version-schemas';
import { checkRemote, hostOffer } from '@enfilade/shared-contracts/releases/check-remote';
import { declarationSchema } from '@enfilade/shared-contracts/releases/declaration';
import {
  containerNameSchema,
  integritySchema,
  type PinnedRemote,
  remoteNameSchema,
  remoteVersionSchema,
} from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';
import { createTable } from '../../http/kit.ts';

const rangeSchema = z.string().min(1).max(64);
/** Path → length in bytes and hash. */
const storedFilesSchema = z.record(filePathSchema, z.strictObject({ bytes: z.number().int().nonnegative(), integrity: integritySchema }));
export type StoredFiles = z.infer<typeof storedFilesSchema>;

/** What was read from a build when it was published; addresses are derived from it, never stored. */
export const releaseSchema = z.strictObject({
  name: remoteNameSchema,
  version: remoteVersionSchema,
  contract: rangeSchema,
  /** Facts of a stock build: its container's name, and the file that defines it. */
  stock: z.optional(z.strictObject({ container: containerNameSchema, entry: filePathSchema })),
  shared: z.record(z.string().max(64), rangeSchema),
  /** Scripts and styles of the first view, sorted, without the entry. */
  initial: z.array(filePathSchema),
  /** Every published file. */
  files: storedFilesSchema,
  /** What the screen says of itself. */
  declaration: declarationSchema,
});
export type Release = z.infer<typeof releaseSchema>;

/** What is said and kept of a version beside what visitors get. */
export interface Annotation {
  /** Files kept for those who may read the remote, and served to no visitor: see `artifacts/private-files.ts`. */
  private: StoredFiles;
  note?: string | undefined;
  author?: string | undefined;
}

export const entryFile = 'remoteEntry.js';
/** The script that a page loads first. */
export const entryOf = ({ stock }: Pick<Release, 'stock'>): string => stock?.entry ?? entryFile;

/** The folder a version's files are served from; baked into its build as the public path. */
export function publicPath(name: string, version: string): string {
  return `/remotes/${name}/${version}/`;
}

/** Whether the browser runs or applies the file, so that it needs a hash in the release set. */
export function isScriptOrStyle(file: string): boolean {
  return file.endsWith('.js') || file.endsWith('.css');
}

/** A published release as a release set names it. */
export function pinnedRemote(release: Release): PinnedRemote {
  const { name, version, contract, stock, shared, initial, files, declaration } = release;
  const base = publicPath(name, version);
  const hashed = Object.entries(files).filter(([file]) => isScriptOrStyle(file));
  return {
    version,
    contract,
    ...(stock && { container: stock.container }),
    shared,
    entry: base + entryOf(release),
    initial: initial.map((file) => base + file),
    integrity: createTable(hashed.map(([file, { integrity }]) => [base + file, integrity])),
    declaration,
  };
}

/** Whether the host of this site loads a release, by the rule that its page asks before any script of it runs. */
export function isLoadable(release: Pick<Release, 'contract' | 'shared'>): boolean {
  return checkRemote(release, hostOffer) === undefined;
}
