import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { BundledPackage, Duplicate, PackageUsers, VersionDetails } from '@enfilade/shared-contracts/api/version-schemas';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { type Play, playsSchema } from '@enfilade/shared-contracts/remote/play';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import { museumReleaseState, reachingRollouts } from '../choosing/choose-versions.ts';
import { selectReleaseSet } from '../choosing/release-set.ts';
import { playsFile } from '../publish/build-files.ts';
import { declarationOf, findRelease } from '../state/check-changes.ts';
import type { StoredFiles } from '../state/record.ts';
import { UnknownReleaseError } from '../state/registry-error.ts';
import type { RegistryState } from '../state/registry-state.ts';
import { summarizeVersions } from '../state/summaries.ts';
import { billFile, parseBill } from './bundled-packages.ts';
import { findDuplicates } from './duplicates.ts';
import { findPackageUsers, type RunningVersion } from './package-users.ts';

const mostBills = 200;
const textsSchema = z.record(z.string(), z.string());

interface Version {
  name: string;
  version: string;
}

interface PackageQuestion {
  name: string;
  range?: string | undefined;
  /** Those that are looked at, `*` for the default. */
  museums: readonly MuseumKey[];
  /** What the page itself consists of. */
  host: readonly Pick<BundledPackage, 'name' | 'version'>[];
}

/** What versions consist of, by the files that are kept with them. */
export function createVersionContents(state: () => RegistryState, { privateFiles }: Pick<ArtifactStore, 'privateFiles'>) {
  const bills = new LRUCache<string, BundledPackage[]>({ max: mostBills });

  /** Of one that is retired none is left, but what another has, too. */
  function filesOf({ name, version }: Version): StoredFiles {
    const published = state().versions.get(name)?.get(version);
    return published?.retiredAt === undefined ? (published?.annotation.private ?? {}) : {};
  }

  async function readPrivate(version: Version, file: string): Promise<Buffer | undefined> {
    const recorded = new Map(Object.entries(filesOf(version))).get(file);
    return recorded && privateFiles.read(recorded);
  }

  async function packagesOf(version: Version): Promise<BundledPackage[] | undefined> {
    const key = filesOf(version)[billFile]?.integrity;
    const known = key === undefined ? undefined : bills.get(key);
    if (key === undefined || known) return known;
    const bytes = await readPrivate(version, billFile);
    const packages = bytes && parseBill(bytes);
    if (packages) bills.set(key, packages);
    return packages;
  }

  async function textsOf(version: Version): Promise<VersionDetails['texts']> {
    const files = Object.keys(filesOf(version)).flatMap((file) => {
      const [, language] = /^texts\/(\w+)\.json$/.exec(file) ?? [];
      return language === undefined ? [] : [{ file, language }];
    });
    const texts = await Promise.all(
      files.map(async ({ file, language }) => {
        const read = textsSchema.safeParse(parseJson((await readPrivate(version, file))?.toString('utf8') ?? '')).data;
        return read ? ([language, read] as const) : undefined;
      }),
    );
    const found = texts.filter((each) => each !== undefined);
    return found.length > 0 ? Object.fromEntries(found) : undefined;
  }

  /** What visitors of these museums are given, by pins and running rollouts. */
  async function runningVersions(museums: readonly MuseumKey[]): Promise<RunningVersion[]> {
    const found = new Map<string, Version & { museums: Set<MuseumKey> }>();
    for (const museumId of museums) {
      const { remotes } = selectReleaseSet(state(), museumId);
      const pinned = Object.entries(remotes).map(([name, { version }]) => [name, version] as const);
      const rolledOut = reachingRollouts(museumReleaseState(state(), museumId)).flatMap(({ versions }) => Object.entries(versions));
      for (const [name, version] of [...pinned, ...rolledOut]) {
        const key = `${name} ${version}`;
        const entry = found.get(key) ?? { name, version, museums: new Set<MuseumKey>() };
        found.set(key, { ...entry, museums: entry.museums.add(museumId) });
      }
    }
    const versions = [...found.values()].map(async (one) => ({
      ...{ remote: one.name, release: one.version, museums: [...one.museums] },
      packages: await packagesOf(one),
    }));
    return Promise.all(versions);
  }

  return {
    /** By its name below `private/`; undefined where the version has none of that name. */
    privateFile: readPrivate,
    /** Undefined where it brings none. */
    async plays(version: Version): Promise<Play[] | undefined> {
      return playsSchema.safeParse(parseJson((await readPrivate(version, playsFile))?.toString('utf8') ?? '')).data;
    },
    /** @throws UnknownReleaseError */
    async versionDetails({ name, version }: Version): Promise<VersionDetails> {
      const { shared, files } = findRelease(state(), name, version);
      const summary = summarizeVersions(state(), name).find((one) => one.version === version);
      if (!summary) throw new Error(`${name} ${version} is published and not in the list.`);
      const [packages, texts] = await Promise.all([packagesOf({ name, version }), textsOf({ name, version })]);
      return { ...summary, name, shared, files, ...(packages && { packages }), ...(texts && { texts }) };
    },
    /** Its bill of materials, as CycloneDX. @throws UnknownReleaseError */
    async billOfMaterials({ name, version }: Version): Promise<object> {
      findRelease(state(), name, version);
      const bill = parseJson((await readPrivate({ name, version }, billFile))?.toString('utf8') ?? '');
      if (typeof bill === 'object' && bill !== null) return bill;
      throw new UnknownReleaseError(`${name} ${version} does not say what it consists of; build it with the preset of this release.`);
    },
    /** What remotes of a museum's set bring twice. @param instead a version in the place of the set's */
    async duplicates(museumId: MuseumKey, instead?: Version): Promise<Duplicate[]> {
      const { remotes } = selectReleaseSet(state(), museumId);
      const versions = new Map(Object.entries(remotes).map(([name, { version }]) => [name, version]));
      if (instead) versions.set(instead.name, instead.version);
      // No page has a screen of operators beside one of visitors.
      for (const [name, version] of versions) if (declarationOf(state(), name, version)?.audience === 'operators') versions.delete(name);
      const packages = [...versions].map(async ([name, version]) => [name, (await packagesOf({ name, version })) ?? []] as const);
      return findDuplicates(new Map(await Promise.all(packages)));
    },
    async packageUsers({ museums, host, ...question }: PackageQuestion): Promise<PackageUsers> {
      return findPackageUsers(question, host, await runningVersions(museums));
    },
  };
}
