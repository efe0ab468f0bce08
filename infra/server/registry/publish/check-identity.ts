import { containerName } from '@enfilade/shared-contracts/remote/container-name';
import { contractVersion } from '@enfilade/shared-contracts/remote/contract';
import { type ContractMismatch, checkContract } from '@enfilade/shared-contracts/remote/contract-history';
import { isVersionRange } from '@enfilade/shared-contracts/remote/version-range';
import { PublishRefusedError } from '../state/registry-error.ts';
import { fitsContract, publicPath } from '../state/releases.ts';
import type { BuildFacts } from './build-facts.ts';

/** @throws PublishRefusedError for a build of another remote */
export function checkName({ name, description }: BuildFacts): void {
  if (description.name === name) return;
  throw new PublishRefusedError(`The build calls itself "${description.name}"; publish it under that name, or build ${name}.`);
}

/** @throws PublishRefusedError for a global that does not carry the version: two versions of it in one page would share chunks */
export function checkContainer({ name, description, manifest }: BuildFacts): void {
  const container = containerName(name, description.version);
  const { globalName } = manifest.metaData;
  if (globalName === undefined || globalName === container) return;
  throw new PublishRefusedError(
    `The build's container is not called ${container}, as the host expects; build it with the preset of shared-contracts.`,
  );
}

/** @throws PublishRefusedError for chunks that would be asked for elsewhere than in the version's own folder */
export function checkPublicPath({ name, description, manifest }: BuildFacts): void {
  const base = publicPath(name, description.version);
  const given = manifest.metaData.publicPath;
  if (given === undefined || given === base || given === 'auto') return;
  throw new PublishRefusedError(`The build loads its chunks from elsewhere than ${base}; set output.assetPrefix to that path.`);
}

/** @throws PublishRefusedError for a range that no page can read, or that does not hold the running contract */
export function checkContractRange({ name, description: { contract } }: BuildFacts): void {
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
export function checkContractBuilt({ name, description }: BuildFacts): void {
  const { contractVersion: version, contractFingerprint: fingerprint } = description;
  if (version === undefined || fingerprint === undefined) {
    throw new PublishRefusedError(
      `${name} does not say which contract it was built against; build it with the preset of shared-contracts ${contractVersion}.`,
    );
  }
  const doubt = checkContract({ version, fingerprint });
  if (doubt) throw new PublishRefusedError(`${name} was built against a contract that ${doubts[doubt](version)}.`);
}
