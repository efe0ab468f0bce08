import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliDecompress } from 'node:zlib';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import { compressBest, contentTypeOf, isCompressible } from '../../http/encoded-text.ts';
import { integrityOf } from '../../http/kit.ts';
import type { Log } from '../state/log.ts';
import { StoreUnavailableError } from '../state/registry-error.ts';
import type { Release } from '../state/releases.ts';
import { type Artifact, type ArtifactStore, openArtifactStore } from './artifact-store.ts';
import { type Bucket, BucketError, type BucketSettings, openBucket } from './bucket.ts';
import { openPrivateObjects } from './private-files.ts';

/** Also returns the number of bytes that the decompression read. */
const decompress = promisify(brotliDecompress) as unknown as (
  bytes: Buffer,
  options: BrotliOptions & { info: true },
) => Promise<{ buffer: Buffer; engine: { bytesWritten: number } }>;
const mostAtOnce = 8;
const failedMs = 2_000;
/** The most bytes that Brotli adds to incompressible contents. */
const slackBytes = 1_024;

/** The key is the digest, and texts are stored only as Brotli. */
interface StoredFile {
  key: string;
  isText: boolean;
  bytes: number;
  integrity: string;
}
interface Contents {
  stored: Buffer;
  plain: Buffer;
}

function storedFile(file: string, { bytes, integrity }: Release['files'][string]): StoredFile {
  const digest = Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex');
  const isText = isCompressible(file);
  return { key: isText ? `${digest}.br` : digest, isText, bytes, integrity };
}

const filesOf = ({ files }: Release) => Object.entries(files).map(([file, recorded]) => storedFile(file, recorded));

/** Undefined if the bytes differ from the published bytes. */
async function unpack(file: StoredFile, stored: Buffer): Promise<Contents | undefined> {
  const plain = file.isText ? await unpackText(file, stored).catch(() => undefined) : stored;
  return plain && integrityOf(plain) === file.integrity ? { stored, plain } : undefined;
}

async function unpackText({ bytes }: StoredFile, stored: Buffer): Promise<Buffer | undefined> {
  const { buffer, engine } = await decompress(stored, { info: true, maxOutputLength: Math.max(1, bytes) });
  return engine.bytesWritten === stored.length ? buffer : undefined;
}

async function inParallel<Item>(items: Iterable<Item>, work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: mostAtOnce }, worker));
}

export type CachedBucket = BucketSettings & { cacheBytes: number };

interface ArtifactsOptions<Bucket> {
  /** The folder of the cache. */
  dataDir: string;
  bucket: Bucket;
  clock: Clock;
  log: Log;
}

export function openArtifacts({ bucket, ...use }: ArtifactsOptions<CachedBucket | undefined>): Promise<ArtifactStore> {
  return bucket ? openBucketArtifacts({ ...use, bucket }) : openArtifactStore(use.dataDir, use.clock);
}

/** Objects are stored by digest and cached by this gateway. Files whose digest does not match are not served. */
export async function openBucketArtifacts({
  dataDir,
  bucket: settings,
  clock,
  log,
}: ArtifactsOptions<CachedBucket>): Promise<ArtifactStore> {
  const bucket = await openBucket(settings, { clock, log });
  const cache = await openCache(path.join(dataDir, 'artifacts-cache'), settings.cacheBytes, log);
  const loading = createLoading({ bucket, cache, clock, log });
  const { load } = loading;

  const isWhole = (file: StoredFile) =>
    load(file).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DamagedObjectError) return false;
        throw error;
      },
    );

  async function store(file: StoredFile, plain: Uint8Array): Promise<void> {
    if (integrityOf(plain) !== file.integrity) throw new DamagedObjectError(`${file.key} differs from the published file`);
    const isThere = await bucket.has(file.key);
    if (isThere && (cache.has(file) || (await isWhole(file)))) return;
    const stored = file.isText ? await compressBest(plain) : Buffer.from(plain);
    await bucket.put(file.key, stored, isThere);
    await cache.write(file, stored);
    loading.forget(file);
  }

  const storeAll = (release: Release, contents: Iterable<[string, Uint8Array]>) =>
    inParallel(contents, async ([name, plain]) => {
      const recorded = release.files[name];
      if (recorded) await store(storedFile(name, recorded), plain);
    });

  async function isAtHand(release: Release): Promise<boolean> {
    const missing = filesOf(release).filter((file) => !cache.has(file));
    return inParallel(missing, load).then(
      () => true,
      () => false,
    );
  }

  return {
    async put(release, contents) {
      await storeAll(release, contents).catch((cause: unknown) => {
        const reason = cause instanceof BucketError ? cause.message : 'The files cannot be stored now';
        throw new StoreUnavailableError(`${reason}, nothing was published; try again later.`, { cause });
      });
    },
    // Other versions may share the files.
    async removeRivals() {},
    async remove(release, isNeeded) {
      await inParallel(filesOf(release), async ({ key, bytes, integrity }) => {
        if (await isNeeded(integrity)) return;
        const stored = await bucket.get(key, bytes + slackBytes);
        await bucket.remove(key);
        // Another gateway may have published the same file meanwhile and skipped the upload because the object existed.
        if (stored && (await isNeeded(integrity))) await bucket.put(key, stored, false);
      });
    },
    privateFiles: openPrivateObjects(bucket),
    has: isAtHand,
    find(release, name): Artifact | undefined {
      const recorded = Object.hasOwn(release.files, name) ? release.files[name] : undefined;
      if (!recorded) return undefined;
      const file = storedFile(name, recorded);
      const where = path.join(cache.folder, file.key.replace(/\.br$/, ''));
      return {
        path: where,
        contentType: contentTypeOf(name) ?? 'application/octet-stream',
        ...recorded,
        ...(file.isText ? { brotliPath: `${where}.br` } : {}),
        read: async (asked) => (await load(file))[asked === where ? 'plain' : 'stored'],
      };
    },
    async loadAhead(releases) {
      for (const release of releases) await isAtHand(release);
    },
    findProblem: bucket.findProblem,
    close: bucket.close,
  };
}

interface LoadingOptions extends Pick<ArtifactsOptions<CachedBucket>, 'clock' | 'log'> {
  bucket: Bucket;
  cache: Cache;
}

function createLoading({ bucket, cache, clock, log }: LoadingOptions) {
  const loading = new Map<string, Promise<Contents>>();

  async function download(file: StoredFile): Promise<Contents> {
    for (let tries = 1; ; tries += 1) {
      const stored = await bucket.get(file.key, file.bytes + slackBytes);
      if (!stored) throw new Error(`${file.key} is not in the bucket of ARTIFACTS_URL`);
      const contents = await unpack(file, stored);
      if (contents) {
        await cache.write(file, stored);
        return contents;
      }
      // The bytes may have been changed in transit, so the first mismatch is retried.
      if (tries > 1) throw new DamagedObjectError(`${file.key} in the bucket of ARTIFACTS_URL differs from the published file`);
    }
  }

  async function loadNow(file: StoredFile): Promise<Contents> {
    try {
      return (await cache.read(file)) ?? (await download(file));
    } catch (error) {
      if (error instanceof BucketError) loading.delete(file.key);
      else {
        log.error({ err: error }, 'a published file cannot be served');
        // An immediate request would fail the same way.
        clock.after(failedMs, () => loading.delete(file.key));
      }
      throw error;
    }
  }

  return {
    /** Simultaneous calls for a file share one request to the bucket. */
    load(file: StoredFile): Promise<Contents> {
      const running = loading.get(file.key) ?? loadNow(file);
      loading.set(file.key, running);
      running.then(
        () => loading.delete(file.key),
        () => {},
      );
      return running;
    },
    forget: ({ key }: StoredFile) => void loading.delete(key),
  };
}

class DamagedObjectError extends Error {
  override readonly name = 'DamagedObjectError';
}

type Cache = Awaited<ReturnType<typeof openCache>>;

/** Deletes the least recently used files above `mostBytes` in total. Compares every read file with its digest. */
async function openCache(folder: string, mostBytes: number, log: Log) {
  await mkdir(folder, { recursive: true });
  const remove = (key: string) => rm(path.join(folder, key), { force: true });
  const sizes = new LRUCache<string, number>({
    maxSize: mostBytes,
    sizeCalculation: (bytes) => bytes + 1,
    dispose: (_, key, reason) => void (reason === 'evict' && remove(key).catch(() => {})),
  });
  const entries = (await readdir(folder)).map(async (key) => {
    // The previous process may still be running and may have removed the file.
    const found = await stat(path.join(folder, key)).catch(() => undefined);
    return { key, size: found?.size ?? 0, at: found?.mtimeMs ?? 0 };
  });
  for (const { key, size } of (await Promise.all(entries)).sort((a, b) => a.at - b.at)) {
    // Partial files of a dead process have another form of name.
    if (/^[0-9a-f]{96}(?:\.br|\.[0-9a-f]{64}\.dcz)?$/.test(key)) sizes.set(key, size);
    else await remove(key);
  }
  return {
    folder,
    has: ({ key }: StoredFile) => sizes.get(key) !== undefined,
    async read(file: StoredFile): Promise<Contents | undefined> {
      if (sizes.get(file.key) === undefined) return undefined;
      const stored = await readFile(path.join(folder, file.key)).catch(() => undefined);
      const contents = stored && (await unpack(file, stored));
      if (!contents) sizes.delete(file.key);
      return contents;
    },
    /** Only logs a failed write: a full disk does not keep files from being served. */
    async write({ key }: StoredFile, stored: Buffer): Promise<void> {
      const aside = path.join(folder, `${key}.${randomUUID()}`);
      try {
        await writeFile(aside, stored);
        await rename(aside, path.join(folder, key));
        sizes.set(key, stored.length);
      } catch (error) {
        log.warn({ err: error }, 'a published file cannot be kept in the cache');
        await rm(aside, { force: true });
      }
    },
  };
}
