import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { contentTypeOf } from '../../http/encoded-text.ts';
import { integrityOf, listFiles } from '../../http/kit.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';
import type { Log } from '../state/log.ts';
import type { StoredFiles } from '../state/releases.ts';
import type { PrivateFileStore } from './private-files.ts';

/** The host is released with the server, and open tabs and other gateways may still run earlier builds. */
const keptBuilds = 3;
const buildsKey = 'host-builds:all';
/** Lifetime of the stored list of builds, counted from the last start. */
const lastsMs = 400 * 86_400_000;

/** Files by path, including the compressed files. */
interface HostBuild {
  /** The hash of the build's files. */
  version: string;
  files: StoredFiles;
}

interface HostBuildsOptions {
  hostDir: string;
  /** Files that the server adds to the build. Each path contains a hash of the contents. */
  late?: Readonly<Record<string, Buffer>>;
  files: PrivateFileStore;
  kept: Pick<SharedState, 'change'>;
  log: Log;
}

/** Other gateways and later builds serve the stored files. */
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
    log.error({ err: error }, 'the files of the host cannot be stored: open tabs may miss these files after the next upgrade');
  });

  function findKept(file: string) {
    const build = builds.find(({ files }) => Object.hasOwn(files, file));
    return build && { plain: build.files[file], brotli: build.files[`${file}.br`] };
  }

  return {
    /** Undefined if no kept build has the file. */
    async find(file: string) {
      // Another gateway may have stored a later build.
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
          if (!bytes) throw new Error(`${file} of an earlier build of the host is no longer stored`);
          return bytes;
        },
      };
    },
  };
}

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
