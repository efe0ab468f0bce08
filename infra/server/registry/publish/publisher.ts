import { isDeepStrictEqual } from 'node:util';
import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import { createOneAtATime } from '../../http/one-at-a-time.ts';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { RegistryStore } from '../journal/registry-store.ts';
import { diskFaultOf, PublishRefusedError, StoreUnavailableError, VersionRetiredError } from '../state/registry-error.ts';
import type { RegistryState } from '../state/registry-state.ts';
import type { Annotation, Release } from '../state/releases.ts';
import { type BuildFiles, firstPaintsFile, hashedFiles, isFirstPaint } from './build-files.ts';
import { checkFiller, findUnknownSlots, measureFiller } from './check-filler.ts';
import { assertValidBuild } from './validate-build.ts';

export interface PublishResult {
  version: string;
  /** The same version with the same bytes had been published before. */
  alreadyThere: boolean;
  /** Places it fills that no published screen has. */
  unknownSlots?: string[];
}

export interface Submission extends Pick<Annotation, 'note' | 'author'> {
  name: string;
  actor: string;
  readBuild(): Promise<BuildFiles>;
}

interface BuiltVersion {
  release: Release;
  declaration: Declaration | undefined;
}

/**
 * Checks, stores and records builds. The files are on the disk before the record that makes them a version:
 * an interrupted publish leaves at most files without a record, which the next one replaces. Of two gateways that
 * publish different files as one version at the same time, the journal accepts one and refuses the other.
 */
export function createPublisher(store: RegistryStore, artifacts: ArtifactStore): (submission: Submission) => Promise<PublishResult> {
  // One at a time: each holds a whole build in memory and compresses it.
  const oneAtATime = createOneAtATime();

  async function publish({ name, actor, note, author }: Omit<Submission, 'readBuild'>, build: BuildFiles): Promise<PublishResult> {
    const {
      release,
      declaration: declared,
      firstPaints,
    } = assertValidBuild(name, build, (version) => {
      const { release: published, annotation } = store.state().versions.get(name)?.get(version) ?? {};
      const hasFirstPaints = Object.keys(published?.files ?? {}).some(isFirstPaint);
      // A publish that was interrupted left no first paints.
      return hasFirstPaints && !annotation?.private[firstPaintsFile] ? undefined : published?.files;
    });
    if (firstPaints) build.private.set(firstPaintsFile, Buffer.from(JSON.stringify(firstPaints)));
    const declaration = await measureFiller(declared, build.served);
    const { version } = release;
    // Refused before anything is written, as far as this process knows.
    const isKnown = isPublished(store.state(), release, declaration);
    if (!isKnown) checkFiller(store.state(), name, declaration);
    await artifacts.put(release, build.served).catch(async (error: unknown) => {
      // A start goes on with what is here of its builds.
      if (!(isKnown && (await artifacts.has(release)))) throw error;
    });
    const added: Annotation = { private: await keepPrivate(artifacts, build), ...(note && { note }), ...(author && { author }) };
    const alreadyThere = await record(actor, { release, declaration });
    await annotate(actor, release, added);
    if (!alreadyThere) await storeAgain(release, build);
    const unknownSlots = findUnknownSlots(store.state(), name, declaration);
    return { version, alreadyThere, ...(unknownSlots.length > 0 && { unknownSlots }) };
  }

  /** @returns whether it was recorded before */
  async function record(actor: string, { release, declaration }: BuiltVersion): Promise<boolean> {
    const { name, version } = release;
    let alreadyThere = false;
    try {
      await store.commit(actor, (state) => {
        if (!declaration || isSameDeclaration(state.declared.get(`${name}@${version}`), declaration)) return undefined;
        isPublished(state, release, declaration);
        return { action: 'screen-declared', payload: { name, version, declaration } };
      });
      await store.commit(actor, (state) => {
        alreadyThere = isPublished(state, release, declaration);
        return alreadyThere ? undefined : { action: 'version-published', payload: release };
      });
      return alreadyThere;
    } finally {
      const recorded = store.state().versions.get(name)?.get(version)?.release;
      // What cannot be removed now is when the version is published again.
      if (recorded) await artifacts.removeRivals(recorded).catch(() => {});
    }
  }

  /**
   * What was there before this version was recorded, another gateway may have removed with a version that it retired. Once the
   * version is recorded, its files stay.
   */
  async function storeAgain(release: Release, build: BuildFiles): Promise<void> {
    // The version is published. Files that are missing then are named by `/readyz`, and stored by another publish.
    await Promise.all([artifacts.put(release, build.served), keepPrivate(artifacts, build)]).catch(() => {});
  }

  /** Of note, author and each file the first stays. */
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
async function keepPrivate({ privateFiles }: ArtifactStore, build: BuildFiles): Promise<Annotation['private']> {
  const files = hashedFiles(build.private);
  for (const [file, contents] of build.private) {
    const recorded = files[file];
    if (!recorded) continue;
    await privateFiles.put(recorded, contents).catch((cause: unknown) => {
      throw new StoreUnavailableError(`The files cannot be stored now${diskFaultOf(cause)}, nothing was published; try again later.`, {
        cause,
      });
    });
  }
  return files;
}

/** What this Node's compressor makes of a filler is no part of what its team wrote. */
const isSameDeclaration = (one: Declaration | undefined, other: Declaration | undefined) =>
  isDeepStrictEqual({ ...one, fillerBytes: undefined }, { ...other, fillerBytes: undefined });

/**
 * A version is its files, the contract it was built for and its declaration. All else that is recorded was read out of the
 * files, and another build of Enfilade or of Node may read or weigh it otherwise.
 * @throws PublishRefusedError when the version exists with other contents; VersionRetiredError
 */
function isPublished(state: RegistryState, release: Release, declaration: Declaration | undefined): boolean {
  const { name, version } = release;
  const published = state.versions.get(name)?.get(version);
  if (published?.retiredAt !== undefined) throw new VersionRetiredError(name, version);
  if (!published) return false;
  const declared = state.declared.get(`${name}@${version}`);
  const isSame = isDeepStrictEqual(published.release.files, release.files) && published.release.contract === release.contract;
  if (isSame && (!declared || isSameDeclaration(declared, declaration))) return true;
  throw new PublishRefusedError(
    `${name} ${version} is published with other contents and never changes; publish this build under a new version.`,
  );
}
