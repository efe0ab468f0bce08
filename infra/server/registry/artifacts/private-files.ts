import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '../../http/kit.ts';
import type { StoredFiles } from '../state/releases.ts';
import type { Bucket } from './bucket.ts';

type StoredFile = StoredFiles[string];

/** Files that visitors never get, stored once by hash. `Annotation.private` of the journal lists each version's files. */
export interface PrivateFileStore {
  /** Keeps an existing file. */
  put(file: StoredFile, contents: Uint8Array): Promise<void>;
  /** The contents are not verified. */
  has(file: StoredFile): Promise<boolean>;
  /** Undefined if the file is missing or damaged. */
  read(file: StoredFile): Promise<Buffer | undefined>;
  remove(file: StoredFile): Promise<void>;
}

/** In hexadecimal. */
export const digestOf = ({ integrity }: Pick<StoredFile, 'integrity'>) =>
  Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex');

const confirmed = ({ integrity }: StoredFile, contents: Buffer | undefined) =>
  contents && integrityOf(contents) === integrity ? contents : undefined;

export function openPrivateFolder(artifacts: string): PrivateFileStore {
  // The folder has no address, because no remote's name begins with a dot.
  const folder = path.join(artifacts, '.private');
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

export function openPrivateObjects(bucket: Pick<Bucket, 'has' | 'get' | 'put' | 'remove'>): PrivateFileStore {
  const keyOf = (file: StoredFile) => `private-${digestOf(file)}`;
  const readOnce = async (file: StoredFile) => confirmed(file, await bucket.get(keyOf(file)));
  // The first answer may have been cut off.
  const read = async (file: StoredFile) => (await readOnce(file)) ?? readOnce(file);
  return {
    read,
    has: (file) => bucket.has(keyOf(file)),
    async put(file, contents) {
      if (!(await bucket.has(keyOf(file))) || !(await read(file))) await bucket.put(keyOf(file), contents);
    },
    remove: (file) => bucket.remove(keyOf(file)),
  };
}
