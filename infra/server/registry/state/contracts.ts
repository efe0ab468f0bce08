import type { ContractSummary, VersionUse } from '@enfilade/shared-contracts/api/version-schemas';
import { hostOffer } from '@enfilade/shared-contracts/releases/check-remote';
import { pinnedVersions } from './museum-pins.ts';
import { runningRollouts } from './museum-rollouts.ts';
import type { Release } from './record.ts';
import { PublishRefusedError } from './registry-error.ts';
import type { RegistryState } from './registry-state.ts';

/** Of a contract's version, or of a range of them. */
const majorOf = (contract: string): number => Number(/\d+/.exec(contract)?.[0]);

/** By pin or running rollout; what a grant shows ends by itself within a day. */
function usesOf(state: RegistryState, major: number): VersionUse[] {
  const versionsAt = (museumId: VersionUse['museumId']) => [
    ...pinnedVersions(state.pins.get(museumId)),
    ...runningRollouts(state.rollouts, museumId).flatMap(({ versions }) => Object.entries(versions)),
  ];
  return [...state.pins.keys()].flatMap((museumId) =>
    versionsAt(museumId)
      .filter(([name, version]) => majorOf(state.versions.get(name)?.get(version)?.release.contract ?? '') === major)
      .map(([name, version]) => ({ museumId, name, version })),
  );
}

/** The contracts that the site's host satisfies. */
export function summarizeContracts(state: RegistryState): ContractSummary[] {
  return hostOffer.contracts.map((version) => {
    const major = majorOf(version);
    return { major, version, retired: state.retired.includes(major), uses: usesOf(state, major) };
  });
}

/** So many are named in a refusal. */
const namedUses = 12;

/**
 * @param majors of all contracts that shall be retired
 * @throws PublishRefusedError as long as anybody gets a version built for one of them, with their names; or when the host
 * satisfies no such contract, or would be left without any
 */
export function checkRetirement(state: RegistryState, majors: readonly number[]): void {
  const satisfied = hostOffer.contracts.map(majorOf);
  const has = `This site's host satisfies contracts ${hostOffer.contracts.join(' and ')}`;
  const unknown = majors.find((major) => !satisfied.includes(major));
  if (unknown !== undefined) throw new PublishRefusedError(`${has}; there is no contract ${unknown} to retire.`);
  if (satisfied.every((major) => majors.includes(major))) throw new PublishRefusedError(`${has}; one of them must stay.`);
  for (const major of majors) {
    const uses = usesOf(state, major);
    if (uses.length === 0) continue;
    const named = uses.slice(0, namedUses).map(({ museumId, name, version }) => {
      return `${museumId === '*' ? 'the default' : `museum ${museumId}`} runs ${name} ${version}`;
    });
    const more = uses.length > named.length ? `, and ${uses.length - named.length} more` : '';
    throw new PublishRefusedError(
      `Contract ${major} cannot be retired yet: ${named.join(', ')}${more}; pin versions built for another contract first.`,
    );
  }
}

/** Whether it was built for a contract that the site has retired. */
export const isRetired = ({ retired }: RegistryState, { contract }: Pick<Release, 'contract'>): boolean =>
  retired.includes(majorOf(contract));

/** @throws PublishRefusedError for a release that was built for a contract that the site has retired */
export function checkNotRetired(state: RegistryState, release: Pick<Release, 'name' | 'version' | 'contract'>): void {
  if (!isRetired(state, release)) return;
  const { name, version, contract } = release;
  throw new PublishRefusedError(
    `${name} ${version} was built for contract ${contract}, and this site has retired contract ${majorOf(contract)}; build it for a newer one.`,
  );
}
