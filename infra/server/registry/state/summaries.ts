import type { EarlierSet, MuseumKey, RolloutSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import type { ContractSummary, RemoteSummary, VersionSummary, VersionUse } from '@enfilade/shared-contracts/api/version-schemas';
import { hostOffer } from '@enfilade/shared-contracts/releases/check-remote';
import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import { UnknownReleaseError } from './registry-error.ts';
import { type Pin, pinnedVersions, type RegistryState, rolloutsOf, runningRollouts } from './registry-state.ts';

export function summarizeRemotes(state: RegistryState): RemoteSummary[] {
  return [...state.versions]
    .flatMap(([name, versions]) => {
      const current = [...versions.values()].filter(({ retiredAt }) => retiredAt === undefined);
      const newest = current.at(-1)?.release.version;
      return newest === undefined ? [] : [{ name, newest, versions: current.length }];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function newestDeclarations({ versions }: RegistryState): Record<string, Declaration> {
  const newest = [...versions].flatMap(([name, ofRemote]) =>
    [...ofRemote.values()].slice(-1).map(({ release }) => [name, release.declaration]),
  );
  return Object.fromEntries(newest);
}

/** @throws UnknownReleaseError for a remote without published versions */
export function summarizeVersions(state: RegistryState, name: string): VersionSummary[] {
  const versions = state.versions.get(name);
  if (!versions)
    throw new UnknownReleaseError(`No version of ${name} was ever published; publish a version first, or name another remote.`);
  const failures = failuresOf(state, name);
  return [...versions.values()].reverse().map(({ release, publishedAt, actor, annotation: { private: _, ...said }, retiredAt }) => ({
    version: release.version,
    publishedAt,
    actor,
    contract: release.contract,
    bytes: Object.values(release.files).reduce((sum, { bytes }) => sum + bytes, 0),
    pinnedBy: [...state.pins].filter(([, pins]) => pins.get(name)?.version === release.version).map(([museumId]) => museumId),
    ...(failures.has(release.version) && { failedAt: failures.get(release.version) }),
    ...said,
    ...(retiredAt !== undefined && { retiredAt }),
  }));
}

/** Time of the last failure by version, including rollouts that failures halted. */
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
  return rolloutsOf(state.rollouts, museumId).map(({ seq: _seq, at: _at, ...rollout }) => rollout);
}

/** Of a contract's version, or of a range. */
const majorOf = (contract: string): number => Number(/\d+/.exec(contract)?.[0]);

/** Grants are excluded, because they expire within a day. */
function usesOf(state: RegistryState, major: number): VersionUse[] {
  const versionsAt = (museumId: MuseumKey) => [
    ...pinnedVersions(state.pins.get(museumId)),
    ...runningRollouts(state.rollouts, museumId).flatMap(({ versions }) => Object.entries(versions)),
  ];
  return [...state.pins.keys()].flatMap((museumId) =>
    versionsAt(museumId)
      .filter(([name, version]) => majorOf(state.versions.get(name)?.get(version)?.release.contract ?? '') === major)
      .map(([name, version]) => ({ museumId, name, version })),
  );
}

export function summarizeContracts(state: RegistryState): ContractSummary[] {
  return hostOffer.contracts.map((version) => ({ version, uses: usesOf(state, majorOf(version)) }));
}

const mostSets = 50;

/** The sets to which a museum can be rolled back, newest first. Each set has the pins after a change. */
export function summarizeHistory(state: RegistryState, museumId: MuseumKey): EarlierSet[] {
  const pins = state.pins.get(museumId);
  const changes = new Map<number, Pin>();
  for (const newest of pins?.values() ?? []) for (let pin: Pin | undefined = newest; pin; pin = pin.before) changes.set(pin.seq, pin);
  const newestFirst = [...changes.values()].sort((a, b) => b.seq - a.seq).slice(0, mostSets);
  const sets = newestFirst.map(({ seq: sequence, at, actor, version, backTo }): EarlierSet => {
    const action = version === undefined ? 'pin-removed' : 'pin-set';
    const versions = Object.fromEntries(pinnedVersions(pins, sequence));
    return { sequence, pins: versions, at, actor, action: backTo === undefined ? action : 'rolled-back' };
  });
  // A site without a default shows nothing, so the default cannot be unpinned.
  const canBeUnpinned = museumId !== '*' && pins !== undefined && sets.length < mostSets;
  return canBeUnpinned ? [...sets, { sequence: 0, pins: {}, at: null, actor: null, action: 'never-pinned' }] : sets;
}
