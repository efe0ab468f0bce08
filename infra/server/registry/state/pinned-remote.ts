import type { PinnedRemote } from '@enfilade/shared-contracts/remote/release-set';
import { fitsContract } from '../publish/check-identity.ts';
import type { Release } from './record.ts';
import { PublishRefusedError, UnknownReleaseError } from './registry-error.ts';
import type { RegistryState } from './registry-state.ts';

export const entryFile = 'remoteEntry.js';

/** The folder a version's files are served from; baked into its build as the public path. */
export function publicPath(name: string, version: string): string {
  return `/remotes/${name}/${version}/`;
}

/** Whether the browser runs or applies the file, so that it needs a hash in the release set. */
export function isScriptOrStyle(file: string): boolean {
  return file.endsWith('.js') || file.endsWith('.css');
}

/** A published release as a release set names it. */
export function pinnedRemote(release: Release): PinnedRemote {
  const { name, version, contract, federation, shared, initial, files } = release;
  const base = publicPath(name, version);
  const hashed = Object.entries(files).filter(([file]) => isScriptOrStyle(file));
  return {
    version,
    contract,
    federation,
    shared,
    entry: base + entryFile,
    initial: initial.map((file) => base + file),
    integrity: Object.fromEntries(hashed.map(([file, { integrity }]) => [base + file, integrity])),
  };
}

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
