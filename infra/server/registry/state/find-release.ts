import { fitsContract } from '../publish/check-contract.ts';
import type { Release } from './record.ts';
import { PublishRefusedError, UnknownReleaseError } from './registry-error.ts';
import type { RegistryState } from './registry-state.ts';

/** @throws UnknownReleaseError */
export function findRelease(state: RegistryState, name: string, version: string): Release {
  const release = state.versions.get(name)?.get(version)?.release;
  if (release) return release;
  throw new UnknownReleaseError(`${name} ${version} was never published; publish it first.`);
}

/** A version that may be given to visitors from now on. @throws UnknownReleaseError, PublishRefusedError for a contract that no longer fits */
export function checkServable(state: RegistryState, name: string, version: string): void {
  const { contract } = findRelease(state, name, version);
  if (fitsContract(contract)) return;
  throw new PublishRefusedError(`${name} ${version} was built for contract ${contract}; build and publish it anew for this site.`);
}
