import history from './contract-history.json' with { type: 'json' };

/** `node infra/tooling/scripts/record-contract.mjs` adds fingerprints of @enfilade/contract. Entries never change. */
export const contractHistory: ReadonlyMap<string, string> = new Map(Object.entries(history));
