import type { VersionDetails } from '@enfilade/shared-contracts/api/version-schemas';
import { languages } from '@enfilade/shared-contracts/i18n/language';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { type Play, playsSchema } from '@enfilade/shared-contracts/remote/play';
import { z } from 'zod';
import type { VersionFirstPaints } from '../http/first-paint-template.ts';
import type { ArtifactStore } from './artifacts/artifact-store.ts';
import { billFile, firstPaintsFile, playsFile } from './publish/build-files.ts';
import { findRelease } from './state/check-changes.ts';
import { UnknownReleaseError } from './state/registry-error.ts';
import type { RegistryState } from './state/registry-state.ts';
import type { StoredFiles } from './state/releases.ts';
import { summarizeVersions } from './state/summaries.ts';

const textsSchema = z.record(z.string(), z.string());

interface Version {
  name: string;
  version: string;
}

export function createVersionContents(state: () => RegistryState, { privateFiles }: Pick<ArtifactStore, 'privateFiles'>) {
  /** A retired version has none. */
  function filesOf({ name, version }: Version): StoredFiles {
    const published = state().versions.get(name)?.get(version);
    return published?.retiredAt === undefined ? (published?.annotation.private ?? {}) : {};
  }

  async function readPrivate(version: Version, file: string): Promise<Buffer | undefined> {
    const recorded = new Map(Object.entries(filesOf(version))).get(file);
    return recorded && privateFiles.read(recorded);
  }

  const readJson = async (version: Version, file: string) => parseJson((await readPrivate(version, file))?.toString('utf8') ?? '');

  async function textsOf(version: Version): Promise<VersionDetails['texts']> {
    const texts = new Map<string, z.infer<typeof textsSchema>>();
    for (const language of languages) {
      const { data } = textsSchema.safeParse(await readJson(version, `texts/${language}.json`));
      if (data) texts.set(language, data);
    }
    return texts.size > 0 ? Object.fromEntries(texts) : undefined;
  }

  return {
    /** Undefined if the version has no such file in `private/`. */
    privateFile: readPrivate,
    async plays(version: Version): Promise<Play[] | undefined> {
      return playsSchema.safeParse(await readJson(version, playsFile)).data;
    },
    /** The result of `cutFirstPaints`. Undefined if the version has no first paints. @throws if the file cannot be read */
    async firstPaints(name: string, version: string): Promise<VersionFirstPaints | undefined> {
      if (!Object.hasOwn(filesOf({ name, version }), firstPaintsFile)) return undefined;
      const contents = await readPrivate({ name, version }, firstPaintsFile);
      if (!contents) throw new Error(`The first paints of ${name} ${version} are missing or damaged`);
      return JSON.parse(contents.toString('utf8'));
    },
    /** @throws UnknownReleaseError */
    async versionDetails({ name, version }: Version): Promise<VersionDetails> {
      const { shared, files } = findRelease(state(), name, version);
      const summary = summarizeVersions(state(), name).find((one) => one.version === version);
      if (!summary) throw new Error(`${name} ${version} is published and not in the list.`);
      const texts = await textsOf({ name, version });
      return { ...summary, name, shared, files, ...(texts && { texts }) };
    },
    /** In CycloneDX format. @throws UnknownReleaseError */
    async billOfMaterials({ name, version }: Version): Promise<object> {
      findRelease(state(), name, version);
      const bill = await readJson({ name, version }, billFile);
      if (typeof bill === 'object' && bill !== null) return bill;
      throw new UnknownReleaseError(`${name} ${version} has no bill of materials; build ${name} with the preset of this release.`);
    },
  };
}
