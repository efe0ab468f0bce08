import type { MuseumKey, RemoteSummary, RolloutSummary, VersionSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import { rolloutsOf } from './museum-rollouts.ts';
import { UnknownReleaseError } from './registry-error.ts';
import type { RegistryState } from './registry-state.ts';

export function summarizeRemotes(state: RegistryState): RemoteSummary[] {
  return [...state.versions]
    .map(([name, versions]) => ({ name, newest: [...versions.keys()].at(-1) ?? '', versions: versions.size }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @throws UnknownReleaseError for a remote of which nothing was published */
export function summarizeVersions(state: RegistryState, name: string): VersionSummary[] {
  const versions = state.versions.get(name);
  if (!versions) throw new UnknownReleaseError(`No version of ${name} was ever published.`);
  return [...versions.values()].reverse().map(({ release, publishedAt, actor }) => ({
    version: release.version,
    publishedAt,
    actor,
    contract: release.contract,
    federation: release.federation,
    bytes: Object.values(release.files).reduce((sum, { bytes }) => sum + bytes, 0),
    pinnedBy: [...state.pins].filter(([, pins]) => pins.get(name)?.version === release.version).map(([museumId]) => museumId),
  }));
}

/** Oldest first, running and halted. */
export function summarizeRollouts(state: RegistryState, museumId: MuseumKey): RolloutSummary[] {
  return rolloutsOf(state.rollouts, museumId).map(({ id, versions, percent, startedAt, halted }) => ({
    id,
    museumId,
    versions,
    percent,
    startedAt,
    halted: halted ?? null,
  }));
}
