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
/** Length in bytes and hash by path. */
const storedFilesSchema = z.record(filePathSchema, z.strictObject({ bytes: z.number().int().nonnegative(), integrity: integritySchema }));
export type StoredFiles = z.infer<typeof storedFilesSchema>;

/** The recorded description of a published build. Addresses are derived and not stored. */
export const releaseSchema = z.strictObject({
  name: remoteNameSchema,
  version: remoteVersionSchema,
  contract: rangeSchema,
  /** Name of a stock build's container, and the file that defines the container. */
  stock: z.optional(z.strictObject({ container: containerNameSchema, entry: filePathSchema })),
  shared: z.record(z.string().max(64), rangeSchema),
  /** Scripts and styles of the first view, sorted, without the entry. */
  initial: z.array(filePathSchema),
  /** Every published file. */
  files: storedFilesSchema,
  /** The screen's declaration. */
  declaration: declarationSchema,
});
export type Release = z.infer<typeof releaseSchema>;

/** Data of a version that visitors do not get. */
export interface Annotation {
  /** Private files, which only readers of the remote get. See `artifacts/private-files.ts`. */
  private: StoredFiles;
  note?: string | undefined;
  author?: string | undefined;
}

export const entryFile = 'remoteEntry.js';
/** The script that a page loads first. */
export const entryOf = ({ stock }: Pick<Release, 'stock'>): string => stock?.entry ?? entryFile;

/** The folder of a version's addresses. Builds contain the folder as their public path. */
export function publicPath(name: string, version: string): string {
  return `/remotes/${name}/${version}/`;
}

/** Whether the file is a script or style, which needs a hash in the release set. */
export function isScriptOrStyle(file: string): boolean {
  return file.endsWith('.js') || file.endsWith('.css');
}

/** The entry of a release in release sets. */
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

/** Whether the host of this site loads a release. The page applies the same rule before scripts run. */
export function isLoadable(release: Pick<Release, 'contract' | 'shared'>): boolean {
  return checkRemote(release, hostOffer) === undefined;
}
