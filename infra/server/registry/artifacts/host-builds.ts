import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HostBuilds } from '@enfilade/shared-contracts/api/version-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { isLeftBehind } from '@enfilade/shared-contracts/kit/is-left-behind';
import { contentTypeOf } from '../../http/content-type.ts';
import { integrityOf } from '../../http/integrity.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';
import type { Log } from '../state/log.ts';
import type { StoredFiles } from '../state/record.ts';
import type { PrivateFileStore } from './private-files.ts';

/** The host is released with the server and not through the registry: open tabs and other gateways may still run any of so many. */
const keptBuilds = 3;
const versionLetters = 12;
const buildsKey = 'host-builds:all';
/** Each start counts anew. */
const lastsMs = 400 * 86_400_000;

/** A build of the host: its files by their paths, of a text also what the build compressed. */
interface HostBuild {
  version: string;
  startedAt: string;
  files: StoredFiles;
}

interface HostBuildsOptions {
  /** What this gateway is started with. */
  hostDir: string;
  /** What pages of this build load late and the server brings itself: by a path that names its contents. */
  late?: Readonly<Record<string, Buffer>>;
  /** The same for all gateways, as is `kept`. */
  files: PrivateFileStore;
  kept: Pick<SharedState, 'change'>;
  clock: Pick<Clock, 'now'>;
  log: Log;
}

/** The last builds of the host that gateways of this site were started with. */
export type HostBuildStore = Awaited<ReturnType<typeof openHostBuilds>>;

/** Stores the files of the host that this gateway is started with, for the others and for later ones, unless they are there. */
export async function openHostBuilds({ hostDir, late = {}, files: store, kept, clock, log }: HostBuildsOptions) {
  let builds: readonly HostBuild[] = [];

  const change = <Result>(decide: (found: readonly HostBuild[]) => { result: Result; values?: [HostBuild[]] }) =>
    kept.change({ keys: [buildsKey], lastsMs, decide: ([found]) => decide((found as HostBuild[] | undefined) ?? []) });

  async function readBuilds(): Promise<void> {
    builds = await change((found) => ({ result: found }));
  }

  let reading: Promise<void> | undefined;
  /** One at a time, however many ask for what is not there. */
  function readOnce(): Promise<void> {
    reading ??= readBuilds().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function keepOwn(): Promise<void> {
    const { version, files } = await storeBuild([...(await readBuild(hostDir)), ...Object.entries(late)], store);
    const dropped = await change((found) => {
      const own = { version, files, startedAt: new Date(clock.now()).toISOString() };
      const all = [own, ...found.filter((build) => build.version !== version)];
      const staying = all.slice(0, keptBuilds);
      return { result: all.slice(keptBuilds), values: [staying] };
    });
    await readBuilds();
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
    async list(): Promise<HostBuilds['hosts']> {
      await readBuilds();
      return builds.map(({ files, ...build }) => ({ ...build, files: Object.keys(files) }));
    },
    /** Undefined if there is no such file. */
    async read(version: string, file: string): Promise<Buffer | undefined> {
      await readBuilds();
      const files = builds.find((build) => build.version === version)?.files ?? {};
      const stored = Object.hasOwn(files, file) ? files[file] : undefined;
      return stored && store.read(stored);
    },
    /** A file of any of the builds, to be served; undefined if none has it. Its path names its contents. */
    async find(file: string) {
      if (!findKept(file)) await readOnce();
      const { plain, brotli } = findKept(file) ?? {};
      const contentType = contentTypeOf(file);
      if (!plain || !contentType) return undefined;
      const byHash = new Map([plain, ...(brotli ? [brotli] : [])].map((stored) => [stored.integrity, stored]));
      return {
        path: plain.integrity,
        brotliPath: brotli?.integrity,
        contentType,
        async read(integrity: string): Promise<Buffer> {
          const stored = byHash.get(integrity);
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

/** By their paths. */
type BuildFiles = readonly (readonly [string, Buffer])[];

async function storeBuild(build: BuildFiles, store: PrivateFileStore): Promise<Omit<HostBuild, 'startedAt'>> {
  const keep = async ([file, bytes]: BuildFiles[number]): Promise<[string, StoredFiles[string]]> => {
    const stored = { bytes: bytes.length, integrity: integrityOf(bytes) };
    if (!(await store.has(stored))) await store.put(stored, bytes);
    return [file, stored];
  };
  const files = await Promise.all(build.filter(([file]) => isKept(file)).map(keep));
  return { version: versionOf(build), files: Object.fromEntries(files) };
}

/** The name of a build of the host: the same files, the same name. */
export async function hostVersion(hostDir: string): Promise<string> {
  return versionOf(await readBuild(hostDir));
}

function versionOf(build: BuildFiles): string {
  const hash = createHash('sha256');
  for (const [file, bytes] of build) hash.update(`${file}\0`).update(bytes);
  return hash.digest('hex').slice(0, versionLetters);
}

async function readBuild(hostDir: string): Promise<BuildFiles> {
  const files = await filesBelow(hostDir);
  return Promise.all(files.map(async (file) => [file, await readFile(path.join(hostDir, file))] as const));
}

/** With slashes, sorted. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !isLeftBehind(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}
