import { createHash } from 'node:crypto';
import { createBuildCollector } from '@enfilade/server/registry/publish/build-files';
import { checkBuild } from '@enfilade/server/registry/publish/check-build';
import { PublishRefusedError } from '@enfilade/server/registry/state/registry-error';
import { entryFile, type Release } from '@enfilade/server/registry/state/releases';
import { buildVersion } from '@enfilade/shared-contracts/build/content-version';
import { parseJson } from '@enfilade/shared-contracts/kit/json';

export type LocalBuilds = ReturnType<typeof createLocalBuilds>;

/** Name → version. */
export type RunningVersions = ReadonlyMap<string, string>;

/** Of one remote, for open pages. */
const keptBuilds = 20;

export function createLocalBuilds() {
  /** Name → builds, the newest last. */
  const builds = new Map<string, LocalBuild[]>();
  let generation = 0;
  /** The host's builds, the newest first. The local site itself serves the build of its start. */
  let hosts: readonly BuiltFiles[] = [];

  /** The entry is the version's own, because the set has its hash. All other files are the newest, for the last edit in an open page. */
  function remoteBytesAt(name: string, version: string, file: string): Buffer | undefined {
    const kept = builds.get(name) ?? [];
    const build = kept.findLast(({ release }) => release.version === version);
    if (!build?.stamp) return build?.files.get(file);
    const built = build.stamp.builtName(file, version);
    // Only an earlier build has its hot updates.
    const bytes = (file === entryFile ? build : kept.findLast(({ files }) => files.has(built)))?.files.get(built);
    return bytes && build.stamp.restamp(file, bytes, version);
  }

  return {
    /** @returns whether the version is new */
    put(build: LocalBuild): boolean {
      const { name, version } = build.release;
      const earlier = builds.get(name) ?? [];
      builds.set(name, [...earlier, build].slice(-keptBuilds));
      if (earlier.at(-1)?.release.version === version) return false;
      generation += 1;
      return true;
    },
    putHost(built: BuiltFiles): void {
      hosts = [built, ...hosts.slice(0, 1)];
    },
    /** In place of the newest build, a page gets the build that it runs and updates in place. */
    releases: (running: RunningVersions = new Map()): readonly Release[] =>
      [...builds].flatMap(([name, kept]) => {
        const releases = kept.map(({ release }) => release);
        return releases.find(({ version }) => version === running.get(name)) ?? releases.at(-1) ?? [];
      }),
    /** Open pages may also request files of the host's build before the newest. */
    bytesAt(address: string): Buffer | undefined {
      const [, name = '', version = '', file = ''] = /^\/remotes\/([^/]+)\/([^/]+)\/(.+)$/.exec(address) ?? [];
      if (name) return remoteBytesAt(name, version, file);
      return address.startsWith('/static/') ? hosts.flatMap((host) => host.get(address.slice(1)) ?? [])[0] : undefined;
    },
    /** Returns the path of the same file in the newest build of the host. */
    newestHostFile(address: string): string | undefined {
      const file = [...(hosts[0]?.keys() ?? [])].find((each) => withoutHash(`/${each}`) === withoutHash(address));
      return file && `/${file}`;
    },
    /** Added to the site's set number, so that every build makes a newer set. */
    generation: () => generation,
  };
}

const isHotUpdate = (file: string) => file.includes('.hot-update.');
const withoutHash = (path: string) => path.replace(/\.[0-9a-f]{8,}(?=\.)/, '');

export interface LocalBuild {
  release: Release;
  /** Unchanged files of the bundler. */
  files: BuiltFiles;
  /** Missing without the preset's stamp: each version then serves its own files alone, and the set has all their hashes. */
  stamp?: ReturnType<typeof createStamp>;
}

export type Inspected = { build: LocalBuild } | { problems: readonly string[] };

/** Checks the build as publish does, except for its size. */
export function inspectLocalBuild(name: string, files: BuiltFiles): Inspected {
  try {
    const stamp = createStamp(stampedVersion(files));
    const lasting = new Map([...files].filter(([file]) => !isHotUpdate(file)));
    const version = stamp.versionOf(lasting);
    const collector = createBuildCollector();
    for (const [file, bytes] of lasting) {
      if (collector.accepts(file, bytes.length)) collector.add(file, stamp.restamp(file, bytes, version));
    }
    const { build, problems } = checkBuild(collector.files, { name, isDraft: true });
    return build ? { build: { release: pinEntry(build.release), files, stamp } } : { problems: problems.map(({ message }) => message) };
  } catch (error) {
    if (error instanceof PublishRefusedError || error instanceof StampMissingError) return { problems: [error.message] };
    throw error;
  }
}

/** Names the entry alone: a later edit may change the chunks, and a local page needs no preloads. */
function pinEntry(release: Release): Release {
  const files = Object.entries(release.files).filter(([file]) => file === entryFile);
  return { ...release, initial: [], files: Object.fromEntries(files) };
}

/** Empty if the version is missing. */
function stampedVersion(files: BuiltFiles): string {
  const { version = '' } = Object(parseJson(files.get('enfilade-remote.json')?.toString('utf8') ?? ''));
  return String(version);
}

/** By their paths in the build, source maps included. */
export type BuiltFiles = ReadonlyMap<string, Buffer>;

/** The preset of shared-contracts stamps a version into builds. */
export class StampMissingError extends Error {
  readonly code = 'stamp-missing';
}

const text = /\.(?:js|css|json|map|txt|svg)$/;
const stampLength = 8;
const localVersion = /^(.+)-dev\.([0-9a-z]{8})$/;

/**
 * A watching bundler stamps the version of its start into every build, and two builds of one version would share chunks and globals in an open
 * page. The new stamp has the length of the old stamp, so that source maps stay exact.
 * @param stampedVersion the version in every build of one bundler
 * @throws StampMissingError
 */
export function createStamp(stampedVersion: string) {
  const [, packageVersion, stamp] = localVersion.exec(stampedVersion) ?? [];
  if (packageVersion === undefined || stamp === undefined) {
    throw new StampMissingError(`"${stampedVersion}" is not the version of a local build; build with the preset of shared-contracts.`);
  }
  // Spellings in versions, globals, classes and names of files.
  const spellings = new RegExp(`dev([._-])${stamp}`, 'g');
  return {
    versionOf: (files: BuiltFiles): string => buildVersion(packageVersion, hashOf(files)),
    restamp(file: string, bytes: Buffer, version: string): Buffer {
      if (!text.test(file)) return bytes;
      return Buffer.from(bytes.toString('utf8').replace(spellings, `dev$1${version.slice(-stampLength)}`));
    },
    builtName: (file: string, version: string): string => file.replace(`dev_${version.slice(-stampLength)}`, `dev_${stamp}`),
  };
}

function hashOf(files: BuiltFiles): string {
  const hash = createHash('sha256');
  for (const [file, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}
