import history from './contract-history.json' with { type: 'json' };

/** `node infra/tooling/scripts/record-contract.mjs` adds fingerprints of @enfilade/contract. Entries never change. */
export const contractHistory: ReadonlyMap<string, string> = new Map(Object.entries(history));

export interface BuiltContract {
  version: string;
  fingerprint: string;
}

/** unknown: the number was not released · other: the fingerprint differs, for example because shared-contracts was copied and changed. */
export type ContractMismatch = 'unknown' | 'other';

export function checkContract({ version, fingerprint }: BuiltContract, history = contractHistory): ContractMismatch | undefined {
  const recorded = history.get(version);
  if (recorded === undefined) return 'unknown';
  return recorded === fingerprint ? undefined : 'other';
}
