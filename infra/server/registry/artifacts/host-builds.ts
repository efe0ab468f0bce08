import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { contentTypeOf } from '../../http/encoded-text.ts';
import { integrityOf, listFiles } from '../../http/kit.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';
import type { Log } from '../state/log.ts';
import type { StoredFiles } from '../state/releases.ts';
import type { PrivateFileStore } from './private-files.ts';

/** The host is released with the server and not through the registry: open tabs and other gateways may still run any of so many. */
const keptBuilds = 3;
const buildsKey = 'host-builds:all';
/** From the last start. */
const lastsMs = 400 * 86_400_000;

/** A build of the host: its files by their paths, of a text also what the build compressed. */
interface HostBuild {
  /** The hash of its files: a build that is started again has the same. */
  version: string;
  files: StoredFiles;
}

interface HostBuildsOptions {
  /** What this gateway is started with. */
  hostDir: string;
  /** What pages of this build load late and the server brings itself: by a path that names its contents. */
  late?: Readonly<Record<string, Buffer>>;
  /** Shared by all gateways, like `kept`. */
  files: PrivateFileStore;
  kept: Pick<SharedState, 'change'>;
  log: Log;
}

/** Stores the files of the host that this gateway is started with, for the others and for later ones, unless they are there. */
export async function openHostBuilds({ hostDir, late = {}, files: store, kept, log }: HostBuildsOptions) {
  let builds: readonly HostBuild[] = [];

  const change = <Result>(decide: (found: readonly HostBuild[]) => { result: Result; values?: [HostBuild[]] }) =>
    kept.change({ keys: [buildsKey], lastsMs, decide: ([found]) => decide((found as HostBuild[] | undefined) ?? []) });

  async function keepOwn(): Promise<void> {
    const own = await storeBuild([...(await readBuild(hostDir)), ...Object.entries(late)], store);
    const all = await change((found) => {
      const result = [own, ...found.filter(({ version }) => version !== own.version)];
      return { result, values: [result.slice(0, keptBuilds)] };
    });
    const dropped = all.slice(keptBuilds);
    builds = all.slice(0, keptBuilds);
    const needed = new Set(builds.flatMap((build) => Object.values(build.files)).map(({ integrity }) => integrity));
    for (const file of dropped.flatMap((build) => Object.values(build.files))) if (!needed.has(file.integrity)) await store.remove(file);
  }

  await keepOwn().catch((error: unknown) => {
    log.error({ err: error }, 'the files of the host cannot be stored: a tab that is open now may not find them after the next upgrade');
  });

  function findKept(file: string) {
    const build = builds.find(({ files }) => Object.hasOwn(files, file));
    return build && { plain: build.files[file], brotli: build.files[`${file}.br`] };
  }

  return {
    /** A file of any build; undefined if no build has it. Its path names its contents. */
    async find(file: string) {
      // Another gateway may have a later build. Reads of many requests are one statement.
      if (!findKept(file)) builds = await change((found) => ({ result: found }));
      const { plain, brotli } = findKept(file) ?? {};
      const contentType = contentTypeOf(file);
      if (!plain || !contentType) return undefined;
      return {
        path: plain.integrity,
        brotliPath: brotli?.integrity,
        contentType,
        async read(integrity: string): Promise<Buffer> {
          const stored = [plain, brotli].find((one) => one?.integrity === integrity);
          const bytes = stored && (await store.read(stored));
          if (!bytes) throw new Error(`${file} of an earlier build of the host is not stored any more`);
          return bytes;
        },
      };
    },
  };
}

/** What the build says of itself alone stays with the server that was started with it. */
const isKept = (file: string) => !file.startsWith('private/');

async function storeBuild(build: readonly (readonly [string, Buffer])[], store: PrivateFileStore): Promise<HostBuild> {
  const keep = async ([file, bytes]: readonly [string, Buffer]): Promise<[string, StoredFiles[string]]> => {
    const stored = { bytes: bytes.length, integrity: integrityOf(bytes) };
    if (!(await store.has(stored))) await store.put(stored, bytes);
    return [file, stored];
  };
  const files = Object.fromEntries(await Promise.all(build.map(keep)));
  return { version: createHash('sha256').update(JSON.stringify(files)).digest('hex'), files };
}

async function readBuild(hostDir: string): Promise<(readonly [string, Buffer])[]> {
  const files = (await listFiles(hostDir)).filter(isKept);
  return Promise.all(files.map(async (file) => [file, await readFile(path.join(hostDir, file))] as const));
}
