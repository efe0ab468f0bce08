import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliDecompress } from 'node:zlib';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Log } from '../../http/create-log.ts';
import { compressBest, isCompressible } from '../../http/encoded-text.ts';
import { integrityOf } from '../../http/kit.ts';
import { StoreUnavailableError } from '../state/registry-error.ts';
import type { Release } from '../state/releases.ts';
import { type ArtifactStore, artifactAt, digestOf, openArtifactStore, openPrivateFiles } from './artifact-store.ts';
import { BucketError, type BucketSettings, openBucket } from './bucket.ts';

/** Also returns the number of bytes that the decompression read. */
const decompress = promisify(brotliDecompress) as unknown as (
  bytes: Buffer,
  options: BrotliOptions & { info: true },
) => Promise<{ buffer: Buffer; engine: { bytesWritten: number } }>;
const mostAtOnce = 8;

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

function storedFile(file: string, recorded: Release['files'][string]): StoredFile {
  const isText = isCompressible(file);
  return { key: isText ? `${digestOf(recorded)}.br` : digestOf(recorded), isText, ...recorded };
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

/** Also waits after a failure: a request that still runs could undo the next call. */
async function inParallel<Item>(items: Iterable<Item>, work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  const workers = Array.from({ length: mostAtOnce }, worker);
  await Promise.allSettled(workers);
  await Promise.all(workers);
}

interface ArtifactsOptions {
  /** Has the files, or the cache of the bucket's files. */
  dataDir: string;
  bucket: BucketSettings | undefined;
  clock: Clock;
  log: Log;
}

/** A bucket's objects are stored by digest and cached by this gateway. Files whose digest does not match are not served. */
export async function openArtifacts({ dataDir, bucket: settings, ...use }: ArtifactsOptions): Promise<ArtifactStore> {
  if (!settings) return openArtifactStore(dataDir, use.clock);
  const bucket = await openBucket(settings, use);
  const cache = createCache(path.join(dataDir, 'artifacts-cache'), use.log);
  const loading = new Map<string, Promise<Contents>>();

  async function download(file: StoredFile): Promise<Contents> {
    for (let tries = 1; ; tries += 1) {
      const stored = await bucket.get(file.key);
      if (!stored) throw new Error(`${file.key} is not in the bucket of ARTIFACTS_URL`);
      const contents = await unpack(file, stored);
      if (contents) {
        await cache.write(file, stored);
        return contents;
      }
      // The body may have been cut off or changed in transit, so the first mismatch is retried.
      if (tries > 1) throw new Error(`${file.key} in the bucket of ARTIFACTS_URL differs from the published file`);
    }
  }

  /** Simultaneous calls for a file share one request to the bucket. */
  function load(file: StoredFile): Promise<Contents> {
    const start = async () => (await cache.read(file)) ?? download(file);
    const running = loading.get(file.key) ?? start().finally(() => loading.delete(file.key));
    loading.set(file.key, running);
    return running;
  }

  const canLoad = (files: readonly StoredFile[]) =>
    inParallel(files, load).then(
      () => true,
      () => false,
    );

  async function store(file: StoredFile, plain: Uint8Array): Promise<void> {
    if (integrityOf(plain) !== file.integrity) throw new Error(`${file.key} differs from the published file`);
    if ((await bucket.has(file.key)) && (await canLoad([file]))) return;
    const stored = file.isText ? await compressBest(plain) : Buffer.from(plain);
    await bucket.put(file.key, stored);
    await cache.write(file, stored);
  }

  const isAtHand = (release: Release) => canLoad(filesOf(release).filter((file) => !cache.has(file)));

  return {
    async put(release, contents) {
      const stored = inParallel(contents, async ([name, plain]) => {
        const recorded = release.files[name];
        if (recorded) await store(storedFile(name, recorded), plain);
      });
      await stored.catch((cause: unknown) => {
        const reason = cause instanceof BucketError ? cause.message : 'The files cannot be stored now';
        throw new StoreUnavailableError(`${reason}, nothing was published; try again later.`, { cause });
      });
    },
    async remove(release, isNeeded) {
      await inParallel(filesOf(release), async (file) => {
        if (await isNeeded(file.integrity)) return;
        const contents = await load(file).catch(() => undefined);
        await bucket.remove(file.key);
        // Another gateway may have published the same file meanwhile and skipped the upload because the object existed.
        if (contents && (await isNeeded(file.integrity))) await bucket.put(file.key, contents.stored);
      });
    },
    privateFiles: openPrivateFiles(bucket, 'private-'),
    has: isAtHand,
    find(release, name) {
      const recorded = Object.hasOwn(release.files, name) ? release.files[name] : undefined;
      if (!recorded) return undefined;
      const file = storedFile(name, recorded);
      const where = path.join(cache.folder, digestOf(recorded));
      return artifactAt(where, name, recorded, async (asked) => (await load(file))[asked === where ? 'plain' : 'stored']);
    },
    async loadAhead(releases) {
      for (const release of releases) await isAtHand(release);
      await cache.keepOnly(new Set(releases.flatMap(({ files }) => Object.values(files).map(digestOf))));
    },
    findProblem: bucket.findProblem,
    close: bucket.close,
  };
}

/** A file, or a delta beside the file. The name of a file that is being written is longer. */
const completeFile = /^([0-9a-f]+)(?:\.br|\.[0-9a-f]{64}\.dcz)?$/;

/** Compares every read file with its digest. */
function createCache(folder: string, log: Log) {
  const at = ({ key }: StoredFile) => path.join(folder, key);
  return {
    folder,
    has: (file: StoredFile) => existsSync(at(file)),
    async read(file: StoredFile): Promise<Contents | undefined> {
      const stored = await readFile(at(file)).catch(() => undefined);
      return stored && unpack(file, stored);
    },
    async keepOnly(digests: ReadonlySet<string>): Promise<void> {
      for (const name of await readdir(folder).catch(() => [])) {
        const [, digest] = completeFile.exec(name) ?? [];
        if (digest !== undefined && !digests.has(digest)) await rm(path.join(folder, name), { force: true });
      }
    },
    /** Only logs a failed write: a full disk does not keep files from being served. */
    async write(file: StoredFile, stored: Buffer): Promise<void> {
      const aside = `${at(file)}.${randomUUID()}`;
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(aside, stored);
        await rename(aside, at(file));
      } catch (error) {
        log.warn({ err: error }, 'a published file cannot be kept in the cache');
        await rm(aside, { force: true });
      }
    },
  };
}
