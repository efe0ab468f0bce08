import history from './contract-history.json' with { type: 'json' };

/**
 * Contract version → fingerprint of its surface (infra/tooling/contract/contract-surface.mjs), for every contract that was released.
 * A line is added by `node infra/tooling/scripts/record-contract.mjs` and never changed.
 */
export const contractHistory: ReadonlyMap<string, string> = new Map(Object.entries(history));

/** A contract as a build names it: the number it goes by, and what it really was. */
export interface BuiltContract {
  version: string;
  fingerprint: string;
}

/**
 * unknown: no contract of that number was released · other: one was, but not this one. The number alone would let a
 * build pass whose team changed its copy of shared-contracts.
 */
export type ContractMismatch = 'unknown' | 'other';

/** What speaks against a build's contract, or undefined. */
export function checkContract({ version, fingerprint }: BuiltContract, history = contractHistory): ContractMismatch | undefined {
  const recorded = history.get(version);
  if (recorded === undefined) return 'unknown';
  return recorded === fingerprint ? undefined : 'other';
}
