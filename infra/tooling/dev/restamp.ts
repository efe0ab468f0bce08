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
 * Gives a build the version of its own contents. A bundler that watches stamps the version it was started with
 * into every build it makes; two builds of one version would share their chunks and globals in an open page.
 * The new stamp is as long as the old one, so that source maps stay exact. The hashes by which the entry checks
 * its chunks follow.
 * @throws StampMissingError
 */
export function restamp(files: BuiltFiles, stampedVersion: string): { version: string; files: BuiltFiles } {
  const [, packageVersion, stamp] = localVersion.exec(stampedVersion) ?? [];
  if (packageVersion === undefined || stamp === undefined) {
    throw new StampMissingError(`"${stampedVersion}" is not the version of a local build; build with the preset of shared-contracts.`);
  }
  const version = buildVersion(packageVersion, hashOf(files));
  // In versions, in names of globals, in names of classes.
  const spellings = new RegExp(`dev([._-])${stamp}`, 'g');
  const next = `dev$1${version.slice(-stampLength)}`;
  const restamped = [...files].map(([file, bytes]): [string, Buffer] => [
    file,
    text.test(file) ? Buffer.from(bytes.toString('utf8').replace(spellings, next)) : bytes,
  ]);
  return { version, files: sealAnew(files, new Map(restamped)) };
}

/** Replaces the hashes of files as they were by the hashes of files as they are, from the leaves up to the entry. */
function sealAnew(before: BuiltFiles, after: BuiltFiles): BuiltFiles {
  const owners = new Map([...before].map(([file, bytes]) => [integrityOf(bytes), file]));
  const sealed = new Map<string, Buffer>();
  const seal = (file: string, bytes: Buffer): Buffer => {
    const known = sealed.get(file);
    if (known) return known;
    // No file holds its own hash, nor one of a file that holds its: hashes cannot go round in a circle.
    const script = file.endsWith('.js') ? bytes.toString('utf8').replace(/sha384-[A-Za-z0-9+/]{64}/g, hashNow) : undefined;
    const result = script === undefined ? bytes : Buffer.from(script);
    sealed.set(file, result);
    return result;
  };
  const hashNow = (hash: string): string => {
    const file = owners.get(hash);
    const bytes = file === undefined ? undefined : after.get(file);
    return file === undefined || !bytes ? hash : integrityOf(seal(file, bytes));
  };
  for (const [file, bytes] of after) seal(file, bytes);
  return sealed;
}

function integrityOf(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

function hashOf(files: BuiltFiles): string {
  const hash = createHash('sha256');
  for (const [file, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}
