import type { Changes } from '../actions/create-changes.ts';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { RegistryStore } from '../journal/registry-store.ts';
import { StoreUnavailableError } from '../state/registry-error.ts';
import { currentVersions, type PublishedVersion } from '../state/registry-state.ts';

interface RetirementOptions {
  store: RegistryStore;
  artifacts: ArtifactStore;
  /** Records it. */
  retire: Changes['retire'];
}

/** Removes versions that nobody runs. What is known of one stays in the journal: its number is never given again. */
export function createRetirement({ store, artifacts, retire }: RetirementOptions): Changes['retire'] {
  /** By a version that is published now, be it at another gateway. */
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
      // As in the bucket: see there.
      if (contents && (await isNeeded(file.integrity))) await privateFiles.put(file, contents);
    }
  }

  /**
   * Of a version that is retired already, what an earlier call could not remove.
   * @throws UnknownReleaseError; PublishRefusedError which says who uses it; StoreUnavailableError when files are left
   */
  return async (given) => {
    const retired = await retire(given);
    const { name, version } = retired;
    const published = store.state().versions.get(name)?.get(version);
    if (!published) return retired;
    await removeFiles(published).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new StoreUnavailableError(
        `${name} ${version} is retired, but its files cannot all be removed (${reason}). Retire it again to remove the rest.`,
        { cause },
      );
    });
    return retired;
  };
}
