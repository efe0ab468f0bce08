import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { canonicalJson } from '@enfilade/shared-contracts/releases/signed-set';
import { compressBest, contentTypeOf, isCompressible } from '../../http/encoded-text.ts';
import { diskFaultOf, StoreUnavailableError } from '../state/registry-error.ts';
import type { Release } from '../state/releases.ts';
import { openPrivateFolder, type PrivateFileStore } from './private-files.ts';

/** Occurs in no version. */
const separator = '@';
const digestLetters = 16;
/** Called at every request of a file. */
const digests = new WeakMap<Release['files'], string>();

/**
 * Folder of a version's files in the store. The name says the content: gateways that publish different files as one version at the same
 * time never touch each other's, and which of them is the version, the journal says.
 */
function versionFolder(root: string, { name, version, files }: Release): string {
  return path.join(root, name, `${version}${separator}${digestOf(files)}`);
}

function digestOf(files: Release['files']): string {
  const digest = digests.get(files) ?? createHash('sha256').update(canonicalJson(files)).digest('hex').slice(0, digestLetters);
  digests.set(files, digest);
  return digest;
}

/** Removes what was stored as this version and did not become it. */
async function removeRivals(root: string, release: Release): Promise<void> {
  const own = versionFolder(root, release);
  const stored = await readdir(path.dirname(own));
  for (const entry of stored) {
    const folder = path.join(path.dirname(own), entry);
    if (entry.startsWith(`${release.version}${separator}`) && folder !== own) await rm(folder, { recursive: true, force: true });
  }
}

/** A published file as the site serves it, for ever the same under its address. */
export interface Artifact {
  path: string;
  /** The same file, Brotli-compressed; texts only. */
  brotliPath?: string;
  contentType: string;
  /** Length of the uncompressed file. */
  bytes: number;
  /** Its hash, as it was published. */
  integrity: string;
  /** The file that is, or belongs, at one of the two paths. */
  read(path: string): Promise<Buffer>;
}

/** Where the files of published versions are. */
export interface ArtifactStore {
  /**
   * Stores a version's files, all or none of them. Files of another build of the same version are stored beside them.
   * @throws StoreUnavailableError when they were not stored for good
   */
  put(release: Release, contents: ReadonlyMap<string, Uint8Array>): Promise<void>;
  /** Removes what other builds, or a publish that was interrupted, stored as the version that this release has become. */
  removeRivals(release: Release): Promise<void>;
  /** Removes the files of a version that is retired; what others still need, by its hash, stays. */
  remove(release: Release, isNeeded: (integrity: string) => Promise<boolean>): Promise<void>;
  /** Files of versions that have no address. */
  privateFiles: PrivateFileStore;
  /** Called at the start and after a publish. @returns the releases of which nothing is there */
  findAbsent(releases: readonly Release[]): Promise<Release[]>;
  /** Whether every file of the version that visitors may ask for can be served. */
  has(release: Release): Promise<boolean>;
  /** Undefined for a file the release does not name. */
  find(release: Release, file: string): Artifact | undefined;
  /** Copies files here from elsewhere. */
  loadAhead?(releases: readonly Release[]): Promise<void>;
  /** Problems of the files' location, although available files can be served. */
  findProblem?(): Promise<string | undefined>;
  close?(): void;
}

/** The store in `<dataDir>/artifacts`, which gateways on one database share. What an interrupted publish left half-written a day ago is removed. */
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
        // Also when they are there: the process that moved them may have died before this.
        for (const folder of [path.dirname(target), root]) await syncFolder(folder);
      } catch (cause) {
        throw new StoreUnavailableError(`The files cannot be stored now${diskFaultOf(cause)}, nothing was published; try again later.`, {
          cause,
        });
      } finally {
        await rm(staged, { recursive: true, force: true });
      }
    },
    removeRivals: (release) => removeRivals(root, release),
    // No other version has files in its folder.
    remove: (release) => rm(versionFolder(root, release), { recursive: true, force: true, maxRetries: 5 }),
    privateFiles: openPrivateFolder(root),
    findAbsent: async (releases) => releases.filter((release) => !existsSync(versionFolder(root, release))),
    /** In full length, that is. */
    has,
    find(release, file) {
      const entry = Object.hasOwn(release.files, file) ? release.files[file] : undefined;
      return entry && artifactAt(versionFolder(root, release), file, entry);
    },
  };
}

async function holdsAll(folder: string, { files }: Release): Promise<boolean> {
  const lengthOf = async (file: string) => (await stat(file).catch(() => undefined))?.size ?? -1;
  const checks = Object.entries(files).map(async ([file, recorded]) => {
    const { path: plain, brotliPath } = artifactAt(folder, file, recorded);
    return (await lengthOf(plain)) === recorded.bytes && (brotliPath === undefined || (await lengthOf(brotliPath)) > 0);
  });
  return (await Promise.all(checks)).every(Boolean);
}

function artifactAt(folder: string, file: string, recorded: Release['files'][string]): Artifact {
  const where = path.join(folder, file);
  const contentType = contentTypeOf(file) ?? 'application/octet-stream';
  return {
    path: where,
    contentType,
    ...recorded,
    read: (one) => readFile(one),
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

/**
 * A rename is all or nothing, but not onto a folder that holds something: then another gateway was faster with the same
 * files, or some of them were lost since, and the rest is moved away first.
 */
async function moveIntoPlace(staged: string, target: string, isComplete: () => Promise<boolean>): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  const isFree = await rename(staged, target).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      return false;
    },
  );
  if (isFree || (await isComplete())) return;
  const replaced = `${staged}.replaced`;
  await rename(target, replaced);
  await rename(staged, target);
  await rm(replaced, { recursive: true, force: true });
}

/** Writes a new file that is on the disk when the promise resolves, with the folders it needs. */
async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes, { flag: 'wx', mode: 0o644, flush: true });
}

/** Puts a folder's own entries on the disk: without it a file survives a power cut, its name does not. */
async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders and needs no such step.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Far longer than any upload takes, and than the clocks of two machines differ. */
const deadAfterMs = 86_400_000;

/**
 * The folder where builds are put together before they are moved into place. What is a day old was left by a
 * process that died; anything younger may be another gateway's upload that is under way.
 */
async function openIncoming(root: string, clock: Clock): Promise<string> {
  // No remote's name begins with a dot.
  const incoming = path.join(root, '.incoming');
  await mkdir(incoming, { recursive: true });
  for (const entry of await readdir(incoming)) {
    const folder = path.join(incoming, entry);
    // Gone by now: the upload ended, or another gateway cleans as well.
    const found = await stat(folder).catch(() => undefined);
    if (found && clock.now() - found.mtimeMs > deadAfterMs) await rm(folder, { recursive: true, force: true });
  }
  return incoming;
}
