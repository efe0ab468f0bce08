import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '../../http/kit.ts';
import type { StoredFiles } from '../state/releases.ts';
import type { Bucket } from './bucket.ts';

type StoredFile = StoredFiles[string];

/**
 * Files of published versions that no visitor is served: what a build holds below `private/` (`sbom.cdx.json`, `texts/en.json` …) and what
 * comes with a publish. Stored under their hashes, once for all versions; `Annotation.private` of the journal names each version's files.
 * The host's builds are stored here too (`host-builds.ts`).
 */
export interface PrivateFileStore {
  /** Resolves when it is stored for good; what is there already stays. */
  put(file: StoredFile, contents: Uint8Array): Promise<void>;
  /** Whether it is there, be it damaged. */
  has(file: StoredFile): Promise<boolean>;
  /** Undefined when it is not there, or is not what was stored. */
  read(file: StoredFile): Promise<Buffer | undefined>;
  remove(file: StoredFile): Promise<void>;
}

const digestOf = ({ integrity }: StoredFile) => Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex');

const confirmed = ({ integrity }: StoredFile, contents: Buffer | undefined) =>
  contents && integrityOf(contents) === integrity ? contents : undefined;

/** No remote's name begins with a dot: nothing in here has an address. */
export const privateFolder = (artifacts: string) => path.join(artifacts, '.private');

/** In the folder of published files. */
export function openPrivateFolder(artifacts: string): PrivateFileStore {
  const folder = privateFolder(artifacts);
  const read = async (file: StoredFile) => confirmed(file, await readFile(path.join(folder, digestOf(file))).catch(() => undefined));
  return {
    read,
    has: async (file) => (await stat(path.join(folder, digestOf(file))).catch(() => undefined))?.size === file.bytes,
    async put(file, contents) {
      if (await read(file)) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const aside = path.join(folder, `${randomUUID()}.new`);
      try {
        await writeFile(aside, contents, { flag: 'wx', mode: 0o600, flush: true });
        await rename(aside, path.join(folder, digestOf(file)));
      } finally {
        await rm(aside, { force: true });
      }
    },
    remove: (file) => rm(path.join(folder, digestOf(file)), { force: true }),
  };
}

/** In the bucket, beside the published files and under keys of their own. */
export function openPrivateObjects(bucket: Pick<Bucket, 'has' | 'get' | 'put' | 'remove'>): PrivateFileStore {
  const keyOf = (file: StoredFile) => `private-${digestOf(file)}`;
  const read = async (file: StoredFile) => confirmed(file, await bucket.get(keyOf(file), file.bytes + 1));
  return {
    read,
    has: (file) => bucket.has(keyOf(file)),
    async put(file, contents) {
      const isThere = await bucket.has(keyOf(file));
      if (!isThere || !(await read(file))) await bucket.put(keyOf(file), contents, isThere);
    },
    remove: (file) => bucket.remove(keyOf(file)),
  };
}
