// `node infra/tooling/scripts/record-contract.mjs`: writes the present contract into its history, under its number.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contractFingerprint } from '../../../shared-contracts/build/contract-surface.mjs';
import { root } from '../workspace.mjs';

const folder = path.join(root, 'shared-contracts');
const file = path.join(folder, 'remote/contract-history.json');
const version = /contractVersion = '([^']+)'/.exec(readFileSync(path.join(folder, 'remote/contract.ts'), 'utf8'))?.[1];
if (version === undefined) throw new Error('remote/contract.ts names no contractVersion');

/** @type {Record<string, string>} */
const history = JSON.parse(readFileSync(file, 'utf8'));
const fingerprint = contractFingerprint(folder);
const recorded = history[version];
if (recorded !== undefined && recorded !== fingerprint) {
  console.error(`Contract ${version} is recorded as another one; raise contractVersion in shared-contracts/remote/contract.ts first.`);
  process.exit(1);
}
writeFileSync(file, `${JSON.stringify({ ...history, [version]: fingerprint }, null, 2)}\n`);
console.log(`Contract ${version} is ${fingerprint}.`);
