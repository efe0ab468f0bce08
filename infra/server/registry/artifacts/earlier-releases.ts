import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hostOffer } from '@enfilade/shared-contracts/releases/check-remote';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../../http/create-log.ts';
import { contentTypeOf } from '../../http/encoded-text.ts';
import { listFiles } from '../../http/kit.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';
import { UnknownReleaseError } from '../state/registry-error.ts';
import { type BuildFiles, hashedFiles, type StoredFiles } from '../state/releases.ts';
import type { PrivateFileStore } from './artifact-store.ts';

/** Lifetime of a list, counted from the last start. */
const lastsMs = 400 * 86_400_000;

interface Stores {
  files: PrivateFileStore;
  kept: Pick<SharedState, 'change'>;
  log: Log;
}

interface ListOptions<List> extends Omit<Stores, 'log'> {
  key: string;
  none: List;
  filesIn(list: List): StoredFiles[string][];
}

/** All gateways, and later releases of the site, read the list of files. */
function createList<List>({ key, none, filesIn, files, kept }: ListOptions<List>) {
  const change = <Result>(decide: (found: List) => { result: Result; values?: [List] }) =>
    kept.change({ keys: [key], lastsMs, decide: ([found]) => decide((found as List | undefined) ?? none) });
  return {
    read: () => change((found) => ({ result: found })),
    /** Stores the contents, and removes files that are no longer in the list. */
    async add(contents: BuildFiles, merge: (found: List, own: StoredFiles) => List): Promise<List> {
      const own = hashedFiles(contents);
      for (const [name, file] of Object.entries(own))
        if (!(await files.has(file))) await files.put(file, contents.get(name) ?? Buffer.of());
      const { before, after } = await change((found) => {
        const merged = merge(found, own);
        return { result: { before: found, after: merged }, values: [merged] };
      });
      const needed = new Set(filesIn(after).map(({ integrity }) => integrity));
      for (const file of filesIn(before)) if (!needed.has(file.integrity)) await files.remove(file);
      return after;
    },
  };
}

/** The host is released with the server, and open tabs and other gateways may still run earlier builds. */
const keptBuilds = 3;

/** Files by path, including the compressed files. */
interface HostBuild {
  /** The hash of the build's files. */
  version: string;
  files: StoredFiles;
}

interface HostBuildsOptions extends Stores {
  hostDir: string;
  /** Files that the server adds to the build. Each path contains a hash of the contents. */
  late?: Readonly<Record<string, Buffer>>;
}

/** Other gateways and later builds serve the stored files. */
export async function openHostBuilds({ hostDir, late = {}, log, ...stores }: HostBuildsOptions) {
  const filesIn = (all: readonly HostBuild[]) => all.flatMap(({ files }) => Object.values(files));
  const list = createList<readonly HostBuild[]>({ ...stores, key: 'host-builds:all', none: [], filesIn });

  async function storeOwn(): Promise<readonly HostBuild[]> {
    const names = (await listFiles(hostDir)).filter((file) => !file.startsWith('private/'));
    const own = await Promise.all(names.map(async (file) => [file, await readFile(path.join(hostDir, file))] as const));
    return list.add(new Map([...own, ...Object.entries(late)]), (found, files) => {
      const version = createHash('sha256').update(JSON.stringify(files)).digest('hex');
      return [{ version, files }, ...found.filter((build) => build.version !== version)].slice(0, keptBuilds);
    });
  }

  let builds = await storeOwn().catch((error: unknown) => {
    log.error({ err: error }, 'the files of the host cannot be stored: open tabs may miss these files after the next upgrade');
    return [];
  });
  const findBuild = (file: string) => builds.find(({ files }) => Object.hasOwn(files, file))?.files;

  return {
    /** Undefined if no kept build has the file. */
    async find(file: string) {
      // Another gateway may have stored a later build.
      if (!findBuild(file)) builds = await list.read();
      const { [file]: plain, [`${file}.br`]: brotli } = findBuild(file) ?? {};
      const contentType = contentTypeOf(file);
      if (!plain || !contentType) return undefined;
      return {
        path: plain.integrity,
        brotliPath: brotli?.integrity,
        contentType,
        async read(integrity: string): Promise<Buffer> {
          const stored = [plain, brotli].find((one) => one?.integrity === integrity);
          const bytes = stored && (await stores.files.read(stored));
          if (!bytes) throw new Error(`${file} of an earlier build of the host is no longer stored`);
          return bytes;
        },
      };
    },
  };
}

/** By name, with the contract of the release that stored the package. */
type StoredPackages = Readonly<Record<string, StoredFiles[string] & { contract: string }>>;

export interface SitePackagesOptions extends Stores {
  /** Folders with packages such as `contract-1.10.0.tgz`. */
  folders: readonly string[];
}

export type SitePackages = Awaited<ReturnType<typeof openSitePackages>>;

/** Packages of earlier releases are kept while the host satisfies their contract's major version. */
export async function openSitePackages({ folders, log, ...stores }: SitePackagesOptions) {
  const own = new Map((await Promise.all(folders.map(readPackages))).flat());
  const list = createList<StoredPackages>({ ...stores, key: 'packages:all', none: {}, filesIn: (all) => Object.values(all) });
  const stored = list.add(own, (found, files) => {
    const others = Object.entries(found).filter(([name, { contract }]) => isSatisfied(contract) && (isFixed(name) || !own.has(name)));
    const packed = Object.entries(files).map(([name, file]) => [name, { ...file, contract: contractVersion }] as const);
    return Object.fromEntries([...packed, ...others]);
  });
  let packages = await stored.catch((error: unknown): StoredPackages => {
    log.error({ err: error }, 'the packages for teams cannot be stored: after an upgrade the site may not serve the present packages');
    return {};
  });

  return {
    names: [...own.keys()],
    /** Undefined if no release of the site had the package. */
    async find(name: string): Promise<Buffer | undefined> {
      // Another gateway may have a later release.
      if (!Object.hasOwn(packages, name)) packages = await list.read();
      const file = Object.hasOwn(packages, name) ? packages[name] : undefined;
      return (file && (await stores.files.read(file))) ?? own.get(name);
    },
  };
}

/** Needs no token. */
export function addPackageRoute(scope: FastifyInstance, packages: SitePackages): void {
  scope.get<{ Params: { name: string } }>('/:name(^[a-z]+-\\d[\\w.+-]*\\.tgz$)', async ({ params: { name } }, reply) => {
    const contents = await packages.find(name);
    const served = packages.names.join(' and ') || 'none';
    if (!contents) throw new UnknownReleaseError(`This site has no package ${name}. It serves ${served}.`);
    return reply.headers({ 'content-type': 'application/gzip', 'cache-control': 'no-cache' }).send(contents);
  });
}

const majorOf = (version: string) => version.split('.')[0];
const isSatisfied = (contract: string) => hostOffer.contracts.some((offered) => majorOf(offered) === majorOf(contract));

// Lockfiles contain a package's hash. A contract packed again with other comments has the same version, and the site keeps the file that was
// stored first.
const isFixed = (name: string) => name.startsWith('contract-');

async function readPackages(folder: string): Promise<[string, Buffer][]> {
  const names = await readdir(folder).catch(() => []);
  const packages = names.filter((name) => name.endsWith('.tgz')).sort();
  return Promise.all(packages.map(async (name): Promise<[string, Buffer]> => [name, await readFile(path.join(folder, name))]));
}
