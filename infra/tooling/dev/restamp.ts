import { createHash } from 'node:crypto';
import { buildVersion } from '@enfilade/shared-contracts/build/content-version';

/** By their paths in the build, source maps included. */
export type BuiltFiles = ReadonlyMap<string, Buffer>;

/** The preset of shared-contracts stamps a version into builds. */
export class StampMissingError extends Error {
  readonly code = 'stamp-missing';
}

const text = /\.(?:js|css|json|map|txt|svg)$/;
const stampLength = 8;
const localVersion = /^(.+)-dev\.([0-9a-z]{8})$/;

/**
 * A watching bundler stamps the version of its start into every build, and two builds of one version would share chunks and globals in an open
 * page. The new stamp has the length of the old stamp, so that source maps stay exact.
 * @param stampedVersion the version in every build of one bundler
 * @throws StampMissingError
 */
export function createStamp(stampedVersion: string) {
  const [, packageVersion, stamp] = localVersion.exec(stampedVersion) ?? [];
  if (packageVersion === undefined || stamp === undefined) {
    throw new StampMissingError(`"${stampedVersion}" is not the version of a local build; build with the preset of shared-contracts.`);
  }
  // Spellings in versions, globals, classes and names of files.
  const spellings = new RegExp(`dev([._-])${stamp}`, 'g');
  return {
    versionOf: (files: BuiltFiles): string => buildVersion(packageVersion, hashOf(files)),
    restamp(file: string, bytes: Buffer, version: string): Buffer {
      if (!text.test(file)) return bytes;
      return Buffer.from(bytes.toString('utf8').replace(spellings, `dev$1${version.slice(-stampLength)}`));
    },
    builtName: (file: string, version: string): string => file.replace(`dev_${version.slice(-stampLength)}`, `dev_${stamp}`),
  };
}

function hashOf(files: BuiltFiles): string {
  const hash = createHash('sha256');
  for (const [file, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}
