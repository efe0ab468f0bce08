import type { Retired } from '@enfilade/shared-contracts/api/version-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { RegistryStore } from '../journal/registry-store.ts';
import { findRelease } from '../state/check-changes.ts';
import { PublishRefusedError, StoreUnavailableError } from '../state/registry-error.ts';
import { currentVersions, type PublishedVersion } from '../state/registry-state.ts';
import { reasonToKeep } from '../state/version-use.ts';

interface RetirementOptions {
  store: RegistryStore;
  artifacts: ArtifactStore;
  clock: Pick<Clock, 'now'>;
}

/** Removes versions that nobody runs. What is known of one stays in the journal: its number is never given again. */
export function createRetirement({ store, artifacts, clock }: RetirementOptions) {
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

  return {
    /**
     * Of a version that is retired already, what an earlier call could not remove.
     * @throws UnknownReleaseError; PublishRefusedError which says who uses it; StoreUnavailableError when files are left
     */
    async retire({ name, version, actor }: { name: string; version: string; actor: string }): Promise<Retired> {
      const { versions } = await store.commit(actor, (state) => {
        findRelease(state, name, version);
        if (state.versions.get(name)?.get(version)?.retiredAt !== undefined) return undefined;
        const reason = reasonToKeep(state, { name, version }, clock.now());
        if (reason !== undefined) throw new PublishRefusedError(`${name} ${version} ${reason}.`);
        return { action: 'version-retired', payload: { name, version } };
      });
      const published = versions.get(name)?.get(version);
      if (published?.retiredAt === undefined) throw new Error(`${name} ${version} is not retired in the state that says so.`);
      await removeFiles(published).catch((cause: unknown) => {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new StoreUnavailableError(
          `${name} ${version} is retired, but its files cannot all be removed (${reason}). Retire it again to remove the rest.`,
          { cause },
        );
      });
      return { name, version, retiredAt: published.retiredAt };
    },
  };
}
