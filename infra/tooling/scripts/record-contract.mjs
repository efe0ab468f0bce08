// `node infra/tooling/scripts/record-contract.mjs`: writes the present contracts into their history, each under its number.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contractFingerprint } from '../../../shared-contracts/build/contract-surface.mjs';
import { root } from '../workspace.mjs';

const folder = path.join(root, 'shared-contracts');
const file = path.join(folder, 'releases/contract-history.json');
const declared = readFileSync(path.join(folder, 'releases/contract.ts'), 'utf8');

/** @type {Record<string, string>} */
const history = JSON.parse(readFileSync(file, 'utf8'));
for (const [name, major] of /** @type {const} */ ([
  ['contractVersion', 1],
  ['mountContractVersion', 2],
])) {
  const version = new RegExp(`\\b${name} = '([^']+)'`).exec(declared)?.[1];
  if (version === undefined) throw new Error(`releases/contract.ts names no ${name}`);
  const fingerprint = contractFingerprint(folder, major);
  const recorded = history[version];
  if (recorded !== undefined && recorded !== fingerprint) {
    console.error(`Contract ${version} is recorded as another one; raise ${name} in shared-contracts/releases/contract.ts first.`);
    process.exit(1);
  }
  history[version] = fingerprint;
  console.log(`Contract ${version} is ${fingerprint}.`);
}
writeFileSync(file, `${JSON.stringify(history, null, 2)}\n`);
