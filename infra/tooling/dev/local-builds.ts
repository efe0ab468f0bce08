import { createBuildCollector } from '@enfilade/server/registry/publish/build-files';
import { validateBuild } from '@enfilade/server/registry/publish/validate-build';
import type { Release } from '@enfilade/server/registry/state/record';
import { PublishRefusedError } from '@enfilade/server/registry/state/registry-error';
import { publicPath } from '@enfilade/server/registry/state/releases';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { type BuiltFiles, restamp, StampMissingError } from './restamp.ts';

/** The remotes that are built here: what is pinned in every page, and the files of it. */
export type LocalRemotes = ReturnType<typeof createLocalRemotes>;

/** Builds of one remote that are kept for pages which run them. */
const keptBuilds = 12;

export function createLocalRemotes() {
  /** Name → builds, the newest last. */
  const builds = new Map<string, LocalBuild[]>();
  let generation = 0;
  return {
    /** Takes a good build into every page. False when it is the one that is there. */
    put(build: LocalBuild): boolean {
      const { name, version } = build.release;
      const earlier = builds.get(name) ?? [];
      if (earlier.at(-1)?.release.version === version) return false;
      const others = earlier.filter(({ release }) => release.version !== version);
      builds.set(name, [...others, build].slice(-keptBuilds));
      generation += 1;
      return true;
    },
    /** The last good build of each remote. */
    releases: (): readonly Release[] => [...builds.values()].flatMap((kept) => kept.at(-1)?.release ?? []),
    /** A file by its address, source maps included, also of the builds before: an open page may still load a chunk. */
    fileAt(address: string): { file: string; bytes: Buffer } | undefined {
      for (const { release, files } of [...builds.values()].flat()) {
        const base = publicPath(release.name, release.version);
        if (!address.startsWith(base)) continue;
        const file = address.slice(base.length);
        const bytes = files.get(file);
        return bytes && { file, bytes };
      }
      return undefined;
    },
    /** How often what is pinned has changed. Added to the site's numbers, so that every build makes a newer set. */
    generation: () => generation,
  };
}

/** A build that passed the gate of publish. */
export interface LocalBuild {
  release: Release;
  files: BuiltFiles;
}

/** A build, or the sentences that say why the registry would refuse it. */
export type Inspected = { build: LocalBuild } | { problems: readonly string[] };

/** Gives a fresh build its version and puts it to the gate of publish. */
export function inspectLocalBuild(name: string, fresh: BuiltFiles): Inspected {
  try {
    const { files } = restamp(fresh, stampedVersion(fresh));
    const collector = createBuildCollector();
    for (const [file, bytes] of files) if (collector.accepts(file, bytes.length)) collector.add(file, bytes);
    const { release, problems } = validateBuild(collector.files, name);
    return release ? { build: { release, files } } : { problems: problems.map(({ message }) => message) };
  } catch (error) {
    if (error instanceof PublishRefusedError || error instanceof StampMissingError) return { problems: [error.message] };
    throw error;
  }
}

/** Empty where the build names none. */
function stampedVersion(files: BuiltFiles): string {
  const { version = '' } = Object(parseJson(files.get('enfilade-remote.json')?.toString('utf8') ?? ''));
  return String(version);
}
