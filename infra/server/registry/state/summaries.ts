import type { MuseumKey, RemoteSummary, RolloutSummary, VersionSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import { isMap } from '../../http/content-type.ts';
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
  const failures = failuresOf(state, name);
  return [...versions.values()].reverse().map(({ release, publishedAt, actor }) => ({
    version: release.version,
    publishedAt,
    actor,
    contract: release.contract,
    federation: release.federation,
    bytes: Object.entries(release.files).reduce((sum, [file, { bytes }]) => sum + (isMap(file) ? 0 : bytes), 0),
    pinnedBy: [...state.pins].filter(([, pins]) => pins.get(name)?.version === release.version).map(([museumId]) => museumId),
    ...(failures.has(release.version) && { failedAt: failures.get(release.version) }),
  }));
}

/** Version → when it last failed for everybody somewhere, or a rollout of it halted because of failures. */
function failuresOf({ rollouts, failed }: RegistryState, name: string): ReadonlyMap<string, string> {
  const halted = [...rollouts.values()].flatMap((ofMuseum) => [...ofMuseum.values()].filter((one) => one.halted === 'failures'));
  const found = [
    ...halted.map(({ versions, seq, at }) => ({ version: versions[name], seq, at })),
    ...failed.filter((one) => one.name === name),
  ];
  const inOrder = found.sort((a, b) => a.seq - b.seq);
  return new Map(inOrder.flatMap(({ version, at }): [string, string][] => (version === undefined ? [] : [[version, at]])));
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
