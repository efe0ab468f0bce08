import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Release } from '../journal/record.ts';
import { StoreUnavailableError } from '../registry-error.ts';
import { contentTypeOf, isCompressible } from './content-type.ts';
import { syncFolder, writeDurably } from './durable-files.ts';

/** A published file as the site serves it, for ever the same under its address. */
export interface Artifact {
  path: string;
  /** The same file, Brotli-compressed; texts only. */
  brotliPath?: string;
  contentType: string;
  /** Length of the uncompressed file. */
  bytes: number;
}

export interface ArtifactStore {
  /**
   * Stores a version's files, all or none of them, replacing whatever a crash may have left there.
   * @throws StoreUnavailableError when they did not reach the disk.
   */
  put(release: Release, contents: ReadonlyMap<string, Uint8Array>): Promise<void>;
  /** Whether every file of the version is there in full length. */
  holds(release: Release): Promise<boolean>;
  /** Undefined for a file the release does not name. */
  find(release: Release, file: string): Artifact | undefined;
}

const compress = promisify(brotliCompress);

/** The store in `<dataDir>/artifacts`. What an interrupted publish left half-written is removed. */
export async function openArtifactStore(dataDir: string): Promise<ArtifactStore> {
  const root = path.join(dataDir, 'artifacts');
  // No remote's name begins with a dot.
  const incoming = path.join(root, '.incoming');
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true });
  const folderOf = ({ name, version }: Release) => path.join(root, name, version);
  return {
    async put(release, contents) {
      const staged = path.join(incoming, randomUUID());
      try {
        await writeAll(staged, contents);
        await moveIntoPlace(staged, folderOf(release));
        await syncFolder(root);
      } catch (cause) {
        throw new StoreUnavailableError('The files cannot be stored now, nothing was published; try again later.', { cause });
      } finally {
        await rm(staged, { recursive: true, force: true });
      }
    },
    async holds(release) {
      const checks = Object.entries(release.files).map(async ([file, { bytes }]) => {
        const found = await lengths(artifactAt(folderOf(release), file, bytes));
        return found.length === bytes && found.brotliLength !== 0;
      });
      return (await Promise.all(checks)).every(Boolean);
    },
    find(release, file) {
      const known = Object.hasOwn(release.files, file) ? release.files[file] : undefined;
      return known && artifactAt(folderOf(release), file, known.bytes);
    },
  };
}

function artifactAt(folder: string, file: string, bytes: number): Artifact {
  const where = path.join(folder, file);
  const contentType = contentTypeOf(file) ?? 'application/octet-stream';
  return { path: where, contentType, bytes, ...(isCompressible(file) ? { brotliPath: `${where}.br` } : {}) };
}

async function lengths({ path: file, brotliPath }: Artifact): Promise<{ length: number; brotliLength: number | undefined }> {
  const lengthOf = async (one: string) => (await stat(one).catch(() => undefined))?.size;
  return { length: (await lengthOf(file)) ?? -1, brotliLength: brotliPath === undefined ? undefined : ((await lengthOf(brotliPath)) ?? 0) };
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

/** A rename is all or nothing, but not onto a folder that holds something: an earlier one is moved away first. */
async function moveIntoPlace(staged: string, place: string): Promise<void> {
  const parent = path.dirname(place);
  await mkdir(parent, { recursive: true });
  const replaced = `${staged}.replaced`;
  await rename(place, replaced).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(staged, place);
  await syncFolder(parent);
  await rm(replaced, { recursive: true, force: true });
}

function compressBest(bytes: Uint8Array): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY } = constants;
  return compress(bytes, { params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: bytes.length } });
}
