import { isDeepStrictEqual } from 'node:util';
import { createOneAtATime } from '../../http/kit.ts';
import type { Changes } from '../actions/actions.ts';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { RegistryStore } from '../journal/registry-store.ts';
import { diskFaultOf, PublishRefusedError, StoreUnavailableError, VersionRetiredError } from '../state/registry-error.ts';
import { currentVersions, type PublishedVersion, type RegistryState } from '../state/registry-state.ts';
import { type Annotation, type BuildFiles, hashedFiles, type Release } from '../state/releases.ts';
import { firstPaintsFile, isFirstPaint } from './build-files.ts';
import { checkBuild } from './check-build.ts';
import { checkFiller, findUnknownSlots, measureFiller } from './check-declaration.ts';

export interface PublishResult {
  version: string;
  /** The version is already published with the same bytes. */
  alreadyThere: boolean;
  unknownSlots?: string[];
}

export interface Submission extends Pick<Annotation, 'note' | 'author'> {
  name: string;
  actor: string;
  readBuild(): Promise<BuildFiles>;
}

/**
 * Files are stored before the record, so an interrupted or refused publish leaves at most files without a record and an address.
 * If two gateways publish different files as the same version, the journal accepts the first.
 */
export function createPublisher(store: RegistryStore, artifacts: ArtifactStore): (submission: Submission) => Promise<PublishResult> {
  // A publish holds the whole build in memory and compresses the files, so builds are published one at a time.
  const oneAtATime = createOneAtATime();

  function filesOf(name: string, version: string): Release['files'] | undefined {
    const { release, annotation } = store.state().versions.get(name)?.get(version) ?? {};
    const hasFirstPaints = Object.keys(release?.files ?? {}).some(isFirstPaint);
    // An interrupted publish stored no first paints.
    return hasFirstPaints && !annotation?.private[firstPaintsFile] ? undefined : release?.files;
  }

  async function publish({ name, actor, note, author }: Omit<Submission, 'readBuild'>, files: BuildFiles): Promise<PublishResult> {
    const { build, problems } = checkBuild(files, { name, publishedFiles: (version) => filesOf(name, version) });
    if (!build) throw problems[0];
    if (build.firstPaints) build.private.set(firstPaintsFile, Buffer.from(JSON.stringify(build.firstPaints)));
    const release: Release = { ...build.release, declaration: await measureFiller(build) };
    const { version } = release;
    // Checks before any write. The check in `record` decides, because another gateway may publish meanwhile.
    const isKnown = isPublished(store.state(), release);
    if (!isKnown) checkFiller(store.state(), release);
    await artifacts.put(release, build.served).catch(async (error: unknown) => {
      // A start continues if the files of a known build cannot be written again.
      if (!(isKnown && (await artifacts.has(release)))) throw error;
    });
    const added: Annotation = { private: await keepPrivate(artifacts, build.private), ...(note && { note }), ...(author && { author }) };
    const alreadyThere = await record(actor, release);
    await annotate(actor, release, added);
    // Until the record was written, another gateway may have removed shared files of a retired version, so the files are stored again.
    // If storing fails, `/readyz` names the missing files and another publish stores them.
    if (!alreadyThere) await Promise.all([artifacts.put(release, build.served), keepPrivate(artifacts, build.private)]).catch(() => {});
    const unknownSlots = findUnknownSlots(store.state(), release);
    return { version, alreadyThere, ...(unknownSlots.length > 0 && { unknownSlots }) };
  }

  /** @returns whether the version was recorded before */
  async function record(actor: string, release: Release): Promise<boolean> {
    let alreadyThere = false;
    await store.commit(actor, (state) => {
      alreadyThere = isPublished(state, release);
      return alreadyThere ? undefined : { action: 'version-published', payload: release };
    });
    return alreadyThere;
  }

  /** Keeps earlier notes, authors and files. */
  function annotate(actor: string, { name, version }: Release, added: Annotation): Promise<unknown> {
    return store.commit(actor, (state) => {
      const known = state.versions.get(name)?.get(version)?.annotation;
      const annotation = { ...added, ...known, private: { ...added.private, ...known?.private } };
      return isDeepStrictEqual(annotation, known) ? undefined : { action: 'version-annotated', payload: { ...annotation, name, version } };
    });
  }

  return ({ readBuild, ...submission }) => oneAtATime(async () => publish(submission, await readBuild()));
}

/** @throws StoreUnavailableError */
async function keepPrivate({ privateFiles }: ArtifactStore, kept: BuildFiles): Promise<Annotation['private']> {
  const files = hashedFiles(kept);
  for (const [file, recorded] of Object.entries(files))
    await privateFiles.put(recorded, kept.get(file) ?? Buffer.of()).catch((cause: unknown) => {
      const sentence = `The files cannot be stored now${diskFaultOf(cause)}, nothing was published; try again later.`;
      throw new StoreUnavailableError(sentence, { cause });
    });
  return files;
}

/** The compressed size of a filler is excluded, because it depends on the version of Node. */
const identityOf = ({ files, contract, declaration }: Release) => ({
  files,
  contract,
  declaration: { ...declaration, fillerBytes: undefined },
});

/** Other recorded fields may differ between versions of Enfilade or Node. @throws PublishRefusedError, VersionRetiredError */
function isPublished(state: RegistryState, release: Release): boolean {
  const { name, version } = release;
  const published = state.versions.get(name)?.get(version);
  if (published?.retiredAt !== undefined) throw new VersionRetiredError(name, version);
  if (!published) return false;
  if (isDeepStrictEqual(identityOf(published.release), identityOf(release))) return true;
  throw new PublishRefusedError(
    `${name} ${version} is published with other contents and never changes; publish this build under a new version.`,
  );
}

interface RetirementOptions {
  store: RegistryStore;
  artifacts: ArtifactStore;
  retire: Changes['retire'];
}

/** The journal keeps the record, so that the version's number is never used again. */
export function createRetirement({ store, artifacts, retire }: RetirementOptions): Changes['retire'] {
  /** Includes versions that other gateways published. */
  async function isNeeded(integrity: string): Promise<boolean> {
    const newest = await store.commit('retirement', () => undefined);
    return currentVersions(newest).some(({ release, annotation }) =>
      [release.files, annotation.private].some((files) => Object.values(files).some((file) => file.integrity === integrity)),
    );
  }

  async function removeFiles({ release, annotation }: PublishedVersion): Promise<void> {
    const { privateFiles } = artifacts;
    await artifacts.remove(release, isNeeded);
    for (const file of Object.values(annotation.private)) {
      if (await isNeeded(file.integrity)) continue;
      const contents = await privateFiles.read(file);
      await privateFiles.remove(file);
      // Another gateway may have published the file meanwhile, as in the bucket store.
      if (contents && (await isNeeded(file.integrity))) await privateFiles.put(file, contents);
    }
  }

  /** Also removes remaining files of a retired version. @throws UnknownReleaseError, PublishRefusedError, StoreUnavailableError */
  return async (given) => {
    const retired = await retire(given);
    const { name, version } = retired;
    const published = store.state().versions.get(name)?.get(version);
    if (!published) return retired;
    await removeFiles(published).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new StoreUnavailableError(
        `${name} ${version} is retired, but its files cannot all be removed (${reason}). Run retire for ${name} ${version} again to remove the remaining files.`,
        { cause },
      );
    });
    return retired;
  };
}
