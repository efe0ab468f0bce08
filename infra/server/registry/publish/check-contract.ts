import { contractVersion } from '@enfilade/shared-contracts/remote/contract';
import { type ContractMismatch, checkContract } from '@enfilade/shared-contracts/remote/contract-history';
import { isVersionRange } from '@enfilade/shared-contracts/remote/version-range';
import semver from 'semver';
import { PublishRefusedError } from '../state/registry-error.ts';
import type { Facts } from './build-facts.ts';

/** Whether the running contract satisfies what a release was built for. */
export function fitsContract(range: string): boolean {
  return semver.satisfies(contractVersion, range);
}

/** @throws PublishRefusedError for a range that no page can read, or that does not hold the running contract */
export function checkContractRange({ name, description: { contract } }: Facts): void {
  if (!isVersionRange(contract)) {
    throw new PublishRefusedError(`"contract" of the build is no range of versions a page can read; write it as "^${contractVersion}".`);
  }
  if (fitsContract(contract)) return;
  throw new PublishRefusedError(
    `${name} was built for contract ${contract}, this site runs ${contractVersion}; build it against shared-contracts ${contractVersion}.`,
  );
}

const doubts: Record<ContractMismatch, (built: string) => string> = {
  other: (built) => `calls itself ${built} but is another one; build it with the shared-contracts ${built} that was released`,
  unknown: (built) => `calls itself ${built}, which this site does not know; build it with shared-contracts ${contractVersion}`,
};

/**
 * The range says what a team believes it built for; number and fingerprint together say what it did. Asked at publish
 * only: versions from before the fingerprint stay servable.
 * @throws PublishRefusedError
 */
export function checkContractBuilt({ name, description }: Facts): void {
  const { contractVersion: version, contractFingerprint: fingerprint } = description;
  if (version === undefined || fingerprint === undefined) {
    throw new PublishRefusedError(
      `${name} does not say which contract it was built against; build it with the preset of shared-contracts ${contractVersion}.`,
    );
  }
  const doubt = checkContract({ version, fingerprint });
  if (doubt) throw new PublishRefusedError(`${name} was built against a contract that ${doubts[doubt](version)}.`);
}
