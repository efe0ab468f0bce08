import history from './contract-history.json' with { type: 'json' };

/**
 * Fingerprints of the package @enfilade/contract by version, for every released contract.
 * `node infra/tooling/scripts/record-contract.mjs` adds entries. Entries never change.
 */
export const contractHistory: ReadonlyMap<string, string> = new Map(Object.entries(history));

/** The contract that a build was made with. The fingerprint identifies its contents. */
export interface BuiltContract {
  version: string;
  fingerprint: string;
}

/**
 * unknown: the number was not released · other: the released contract with the number has another fingerprint. The fingerprint detects a
 * changed copy of shared-contracts.
 */
export type ContractMismatch = 'unknown' | 'other';

/** The mismatch of a build's contract, or undefined. */
export function checkContract({ version, fingerprint }: BuiltContract, history = contractHistory): ContractMismatch | undefined {
  const recorded = history.get(version);
  if (recorded === undefined) return 'unknown';
  return recorded === fingerprint ? undefined : 'other';
}
