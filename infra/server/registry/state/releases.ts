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
import { createTable, integrityOf } from '../../http/kit.ts';

const rangeSchema = z.string().min(1).max(64);
/** By path. `bytes` is the length. */
const storedFilesSchema = z.record(filePathSchema, z.strictObject({ bytes: z.number().int().nonnegative(), integrity: integritySchema }));
export type StoredFiles = z.infer<typeof storedFilesSchema>;

/** Path → contents. Checks, hashes and storage use the same bytes. */
export type BuildFiles = Map<string, Buffer>;

/** By code units: the order is the same on every machine, so the same build gives the same release. */
export function byName(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function hashedFiles(files: BuildFiles): StoredFiles {
  const sorted = [...files].sort(([a], [b]) => byName(a, b));
  return Object.fromEntries(sorted.map(([file, bytes]) => [file, { bytes: bytes.length, integrity: integrityOf(bytes) }]));
}

/** Addresses are derived and not stored. */
export const releaseSchema = z.strictObject({
  name: remoteNameSchema,
  version: remoteVersionSchema,
  contract: rangeSchema,
  /** `entry` is the file that defines the stock build's container. */
  stock: z.optional(z.strictObject({ container: containerNameSchema, entry: filePathSchema })),
  shared: z.record(z.string().max(64), rangeSchema),
  /** Scripts and styles of the first view, sorted, without the entry. */
  initial: z.array(filePathSchema),
  files: storedFilesSchema,
  declaration: declarationSchema,
});
export type Release = z.infer<typeof releaseSchema>;

/** Visitors do not get this data. */
export interface Annotation {
  /** Only readers of the remote get the private files. See `PrivateFileStore`. */
  private: StoredFiles;
  note?: string | undefined;
  author?: string | undefined;
}

export const entryFile = 'remoteEntry.js';
/** The script that a page loads first. */
export const entryOf = ({ stock }: Pick<Release, 'stock'>): string => stock?.entry ?? entryFile;

/** Builds contain the folder as their public path. */
export function publicPath(name: string, version: string): string {
  return `/remotes/${name}/${version}/`;
}

/** Scripts and styles need a hash in the release set. */
export function isScriptOrStyle(file: string): boolean {
  return file.endsWith('.js') || file.endsWith('.css');
}

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

/** The page applies the same rule before scripts run. */
export function isLoadable(release: Pick<Release, 'contract' | 'shared'>): boolean {
  return checkRemote(release, hostOffer) === undefined;
}
