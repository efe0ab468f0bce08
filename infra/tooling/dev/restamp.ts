import { createHash } from 'node:crypto';
import { buildVersion } from '@enfilade/shared-contracts/build/content-version';

/** A build's files by their paths in it, source maps included. */
export type BuiltFiles = ReadonlyMap<string, Buffer>;

/** The build does not carry the version that the preset of shared-contracts stamps. */
export class StampMissingError extends Error {
  readonly code = 'stamp-missing';
}

const text = /\.(?:js|css|json|map|txt|svg)$/;
const stampLength = 8;
const localVersion = /^(.+)-dev\.([0-9a-z]{8})$/;

/**
 * Gives builds the versions of their own contents. A bundler that watches stamps the version it was started with into
 * every build it makes; two builds of one version would share their chunks and globals in an open page. A new stamp is
 * as long as the old one, so that source maps stay exact.
 * @param stampedVersion in every build of one bundler
 * @throws StampMissingError
 */
export function createStamp(stampedVersion: string) {
  const [, packageVersion, stamp] = localVersion.exec(stampedVersion) ?? [];
  if (packageVersion === undefined || stamp === undefined) {
    throw new StampMissingError(`"${stampedVersion}" is not the version of a local build; build with the preset of shared-contracts.`);
  }
  // In versions, in names of globals, of classes and of files.
  const spellings = new RegExp(`dev([._-])${stamp}`, 'g');
  return {
    versionOf: (files: BuiltFiles): string => buildVersion(packageVersion, hashOf(files)),
    /** A file of a build as the file of a version. */
    restamp(file: string, bytes: Buffer, version: string): Buffer {
      if (!text.test(file)) return bytes;
      return Buffer.from(bytes.toString('utf8').replace(spellings, `dev$1${version.slice(-stampLength)}`));
    },
    /** What a file of a version is called in the builds. */
    builtName: (file: string, version: string): string => file.replace(`dev_${version.slice(-stampLength)}`, `dev_${stamp}`),
  };
}

function hashOf(files: BuiltFiles): string {
  const hash = createHash('sha256');
  for (const [file, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}
