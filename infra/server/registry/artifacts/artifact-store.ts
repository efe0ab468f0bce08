import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { canonicalJson } from '@enfilade/shared-contracts/releases/signed-set';
import { compressBest, contentTypeOf, isCompressible } from '../../http/encoded-text.ts';
import { integrityOf } from '../../http/kit.ts';
import { diskFaultOf, StoreUnavailableError } from '../state/registry-error.ts';
import type { Release, StoredFiles } from '../state/releases.ts';

const digestLetters = 16;
/** Every request of a file needs a digest. */
const digests = new WeakMap<Release['files'], string>();

/** The digest gives simultaneous builds of one version different folders. The journal decides which build becomes the version. */
function versionFolder(root: string, { name, version, files }: Release): string {
  return path.join(root, name, `${version}@${releaseDigest(files)}`);
}

function releaseDigest(files: Release['files']): string {
  const digest = digests.get(files) ?? createHash('sha256').update(canonicalJson(files)).digest('hex').slice(0, digestLetters);
  digests.set(files, digest);
  return digest;
}

/** A published file, which never changes at its address. */
export interface Artifact {
  path: string;
  /** For texts only. */
  brotliPath?: string;
  contentType: string;
  /** The length of the uncompressed file. */
  bytes: number;
  integrity: string;
  read(path: string): Promise<Buffer>;
}

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

export interface ArtifactStore {
  /** Stores all files or none. Keeps files of other builds. @throws StoreUnavailableError if the files are not durably stored */
  put(release: Release, contents: ReadonlyMap<string, Uint8Array>): Promise<void>;
  /** Keeps files that other versions need. */
  remove(release: Release, isNeeded: (integrity: string) => Promise<boolean>): Promise<void>;
  /** The site does not serve these files. */
  privateFiles: PrivateFileStore;
  has(release: Release): Promise<boolean>;
  /** Undefined for a file that the release does not list. */
  find(release: Release, file: string): Artifact | undefined;
  loadAhead?(releases: readonly Release[]): Promise<void>;
  /** Available files may still be served. */
  findProblem?(): Promise<string | undefined>;
  close?(): void;
}

/** Opens `<dataDir>/artifacts`, which gateways on one database share. Removes interrupted uploads older than a day. */
export async function openArtifactStore(dataDir: string, clock: Clock): Promise<ArtifactStore> {
  const root = path.join(dataDir, 'artifacts');
  const incoming = await openIncoming(root, clock);
  const has = (release: Release) => holdsAll(versionFolder(root, release), release);
  return {
    async put(release, contents) {
      const target = versionFolder(root, release);
      const staged = path.join(incoming, randomUUID());
      try {
        if (!(await has(release))) {
          await writeAll(staged, contents);
          await moveIntoPlace(staged, target, () => has(release));
        }
        // Synced even if the files exist, because the process that moved the files may have died before its sync.
        for (const folder of [path.dirname(target), root]) await syncFolder(folder);
      } catch (cause) {
        throw new StoreUnavailableError(`The files cannot be stored now${diskFaultOf(cause)}, nothing was published; try again later.`, {
          cause,
        });
      } finally {
        await rm(staged, { recursive: true, force: true });
      }
    },
    // Each version has its own folder, so no other version needs these files.
    remove: (release) => rm(versionFolder(root, release), { recursive: true, force: true, maxRetries: 5 }),
    privateFiles: openPrivateFolder(root),
    has,
    find(release, file) {
      const entry = Object.hasOwn(release.files, file) ? release.files[file] : undefined;
      return entry && artifactAt(path.join(versionFolder(root, release), file), file, entry, readFile);
    },
  };
}

async function holdsAll(folder: string, { files }: Release): Promise<boolean> {
  const lengthOf = async (file: string) => (await stat(file).catch(() => undefined))?.size ?? -1;
  const checks = Object.entries(files).map(async ([file, recorded]) => {
    const { path: plain, brotliPath } = artifactAt(path.join(folder, file), file, recorded, readFile);
    return (await lengthOf(plain)) === recorded.bytes && (brotliPath === undefined || (await lengthOf(brotliPath)) > 0);
  });
  return (await Promise.all(checks)).every(Boolean);
}

/** @param where the path of the uncompressed file; the path of the compressed file is `<where>.br` */
export function artifactAt(where: string, file: string, recorded: Release['files'][string], read: Artifact['read']): Artifact {
  const contentType = contentTypeOf(file) ?? 'application/octet-stream';
  return {
    path: where,
    contentType,
    ...recorded,
    read,
    ...(isCompressible(file) ? { brotliPath: `${where}.br` } : {}),
  };
}

async function writeAll(folder: string, contents: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const folders = new Set([folder]);
  for (const [file, bytes] of contents) {
    const where = path.join(folder, file);
    await writeDurably(where, bytes);
    if (isCompressible(file)) await writeDurably(`${where}.br`, await compressBest(bytes));
    for (let above = path.dirname(where); above !== folder; above = path.dirname(above)) folders.add(above);
  }
  for (const written of folders) await syncFolder(written);
}

async function moveIntoPlace(staged: string, target: string, isComplete: () => Promise<boolean>): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  await rename(staged, target).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    // Another gateway stored the same files, or some were lost.
    if (await isComplete()) return;
    await rm(target, { recursive: true, force: true });
    await rename(staged, target);
  });
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes, { flag: 'wx', mode: 0o644, flush: true });
}

/** A power failure could lose the names of flushed files unless their folder is flushed. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders and does not need the flush.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Far longer than any upload, and than any difference between the clocks of two machines. */
const deadAfterMs = 86_400_000;

/** An entry older than a day is from a dead process. A younger entry may be another gateway's upload. */
async function openIncoming(root: string, clock: Clock): Promise<string> {
  // No remote's name begins with a dot.
  const incoming = path.join(root, '.incoming');
  await mkdir(incoming, { recursive: true });
  for (const entry of await readdir(incoming)) {
    const folder = path.join(incoming, entry);
    // The entry may be gone: the upload ended, or another gateway removed the entry.
    const found = await stat(folder).catch(() => undefined);
    if (found && clock.now() - found.mtimeMs > deadAfterMs) await rm(folder, { recursive: true, force: true });
  }
  return incoming;
}

/** In hexadecimal. */
export const digestOf = ({ integrity }: Pick<StoredFile, 'integrity'>) =>
  Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex');

/** By key: a folder or a bucket. */
interface Objects {
  /** A folder also compares the size. */
  has(key: string, bytes: number): Promise<boolean>;
  get(key: string): Promise<Buffer | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
}

export function openPrivateFiles({ has, get, put, remove }: Objects, prefix = ''): PrivateFileStore {
  const keyOf = (file: StoredFile) => prefix + digestOf(file);
  async function readOnce(file: StoredFile): Promise<Buffer | undefined> {
    const contents = await get(keyOf(file));
    return contents && integrityOf(contents) === file.integrity ? contents : undefined;
  }
  // The first answer of a bucket may have been cut off.
  const read = async (file: StoredFile) => (await readOnce(file)) ?? readOnce(file);
  return {
    read,
    has: (file) => has(keyOf(file), file.bytes),
    async put(file, contents) {
      if (!(await has(keyOf(file), file.bytes)) || !(await read(file))) await put(keyOf(file), contents);
    },
    remove: (file) => remove(keyOf(file)),
  };
}

export function openPrivateFolder(artifacts: string): PrivateFileStore {
  // The folder has no address, because no remote's name begins with a dot.
  const folder = path.join(artifacts, '.private');
  const at = (key: string) => path.join(folder, key);
  return openPrivateFiles({
    has: async (key, bytes) => (await stat(at(key)).catch(() => undefined))?.size === bytes,
    get: (key) => readFile(at(key)).catch(() => undefined),
    async put(key, contents) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const aside = at(`${randomUUID()}.new`);
      try {
        await writeFile(aside, contents, { flag: 'wx', mode: 0o600, flush: true });
        await rename(aside, at(key));
      } finally {
        await rm(aside, { force: true });
      }
    },
    remove: (key) => rm(at(key), { force: true }),
  });
}
