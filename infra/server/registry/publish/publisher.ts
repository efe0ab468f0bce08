import { isDeepStrictEqual } from 'node:util';
import type { Published } from '@enfilade/shared-contracts/api/registry-schemas';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import { createOneAtATime } from '../journal/one-at-a-time.ts';
import type { RegistryStore } from '../journal/registry-store.ts';
import type { Release } from '../state/record.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import type { RegistryState } from '../state/registry-state.ts';
import type { BuildFiles } from './build-files.ts';
import { assertValidBuild } from './validate-build.ts';

export type PublishResult = Omit<Published, 'name'>;

interface Submission {
  name: string;
  actor: string;
  readBuild(): Promise<BuildFiles>;
}

/**
 * Checks, stores and records builds. The files are on the disk before the record that makes them a version:
 * an interrupted publish leaves at most files without a record, which the next one replaces. Of two gateways that
 * publish different files as one version at the same time, the journal accepts one and refuses the other.
 */
export function createPublisher(store: RegistryStore, artifacts: ArtifactStore): (submission: Submission) => Promise<PublishResult> {
  // One at a time: each holds a whole build in memory and compresses it.
  const oneAtATime = createOneAtATime();

  async function publish(name: string, actor: string, build: BuildFiles): Promise<PublishResult> {
    const release = assertValidBuild(name, build);
    const { version } = release;
    // Refused before anything is written, as far as this process knows.
    isPublished(store.state(), release);
    await artifacts.put(release, build.served);
    let alreadyThere = false;
    try {
      await store.commit(actor, (state) => {
        alreadyThere = isPublished(state, release);
        return alreadyThere ? undefined : { action: 'version-published', payload: release };
      });
    } finally {
      const recorded = store.state().versions.get(name)?.get(version)?.release;
      // What cannot be removed now is when the version is published again.
      if (recorded) await artifacts.removeRivals(recorded).catch(() => {});
    }
    return { version, alreadyThere };
  }

  return async ({ name, actor, readBuild }) => {
    const build = await readBuild();
    return oneAtATime(() => publish(name, actor, build));
  };
}

/** @throws PublishRefusedError when the version exists with other contents */
function isPublished(state: RegistryState, release: Release): boolean {
  const { name, version } = release;
  const published = state.versions.get(name)?.get(version)?.release;
  if (!published || isDeepStrictEqual(published, release)) return published !== undefined;
  throw new PublishRefusedError(
    `${name} ${version} is published with other contents and never changes; publish this build under a new version.`,
  );
}
