import { createHash } from 'node:crypto';
import { type BuildFiles, byName, descriptionFile, manifestFile, privateFolder } from './build-files.ts';

/** The private file of a version that holds its Sigstore bundle. */
export const provenanceFile = 'provenance.sigstore.json';

/**
 * What a provenance vouches for: the SHA-256, in hexadecimal, of a line `<SHA-256>  <path>` for each file that `publish` sends,
 * in the order of their paths, as `sha256sum` prints them. The provenance itself is not among them.
 */
export function digestOfBuild({ served, private: kept, description, manifest }: BuildFiles): string {
  const files = [
    ...served,
    ...[...kept].filter(([file]) => file !== provenanceFile).map(([file, contents]) => [privateFolder + file, contents] as const),
    ...([
      [descriptionFile, description],
      [manifestFile, manifest],
    ] as const),
  ];
  const lines = files.sort(([a], [b]) => byName(a, b)).map(([file, contents]) => `${sha256(contents ?? '')}  ${file}\n`);
  return sha256(lines.join(''));
}

const sha256 = (contents: Uint8Array | string) => createHash('sha256').update(contents).digest('hex');
