import type { Retired } from '@enfilade/shared-contracts/api/version-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { RegistryStore } from '../journal/registry-store.ts';
import { findRelease } from '../state/check-changes.ts';
import type { Log } from '../state/log.ts';
import { PublishRefusedError, VersionRetiredError } from '../state/registry-error.ts';
import { currentVersions, type PublishedVersion } from '../state/registry-state.ts';
import { reasonToKeep } from '../state/version-use.ts';

interface RetirementOptions {
  store: RegistryStore;
  artifacts: ArtifactStore;
  clock: Pick<Clock, 'now'>;
  log: Log;
}

/** Removes versions that nobody runs. What is known of one stays in the journal: its number is never given again. */
export function createRetirement({ store, artifacts, clock, log }: RetirementOptions) {
  async function removeFiles({ release, annotation }: PublishedVersion): Promise<void> {
    const others = currentVersions(store.state()).flatMap((one) => [
      ...Object.values(one.release.files),
      ...Object.values(one.annotation.private),
    ]);
    const needed = new Set(others.map(({ integrity }) => integrity));
    await artifacts.remove(release, (integrity) => needed.has(integrity));
    for (const file of Object.values(annotation.private)) if (!needed.has(file.integrity)) await artifacts.privateFiles.remove(file);
  }

  /** A disk that is full or a bucket that is away loses nothing: the next start removes them. */
  const tryToRemove = (published: PublishedVersion) =>
    removeFiles(published).catch((error: unknown) => {
      const { name, version } = published.release;
      log.warn({ err: error, name, version }, 'files of a retired version cannot be removed now, the next start tries again');
    });

  return {
    /** @throws UnknownReleaseError; PublishRefusedError which says who uses it; VersionRetiredError */
    async retire({ name, version, actor }: { name: string; version: string; actor: string }): Promise<Retired> {
      const { versions } = await store.commit(actor, (state) => {
        findRelease(state, name, version);
        if (state.versions.get(name)?.get(version)?.retiredAt !== undefined) throw new VersionRetiredError(name, version);
        const reason = reasonToKeep(state, { name, version }, clock.now());
        if (reason !== undefined) throw new PublishRefusedError(`${name} ${version} ${reason}.`);
        return { action: 'version-retired', payload: { name, version } };
      });
      const published = versions.get(name)?.get(version);
      if (published?.retiredAt === undefined) throw new Error(`${name} ${version} is not retired in the state that says so.`);
      await tryToRemove(published);
      return { name, version, retiredAt: published.retiredAt };
    },
    /** What earlier retirements left behind. */
    async removeRetired(): Promise<void> {
      for (const ofRemote of store.state().versions.values())
        for (const published of ofRemote.values()) if (published.retiredAt !== undefined) await tryToRemove(published);
    },
  };
}
