// `node infra/tooling/scripts/record-contract.mjs`: writes the package @enfilade/contract, and records the present contracts and the
// package, each under its number. `--check` writes nothing and exits with 1 if there would be something to write.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '@rsbuild/core';
import { contractFingerprint } from '../contract/contract-surface.mjs';
import { flattenTypes } from '../contract/flatten.mjs';
import { root } from '../workspace.mjs';

const { check: isCheck = false } = parseArgs({ options: { check: { type: 'boolean' } } }).values;
const sources = path.join(root, 'infra/tooling/contract');

// Rsbuild's reader of configurations reads any module of TypeScript.
const { content } = await loadConfig({ path: path.join(sources, 'package-data.config.ts'), loader: 'jiti' });
const { versions, shared, events, enfilade } = /** @type {any} */ (content);
/** @param {1 | 2} major */
const contractOf = (major) => ({ version: versions[major], fingerprint: contractFingerprint(path.join(root, 'shared-contracts'), major) });
const contracts = { 1: contractOf(1), 2: contractOf(2) };

const version = versions[1];
const description = JSON.parse(read('infra/contract/package.json'));
/** @type {Record<string, string>} */
const files = {
  'infra/contract/index.d.ts': flattenTypes(path.join(sources, 'surface.ts')),
  'infra/contract/contracts.json': JSON.stringify({ ...contracts, shared }),
  'infra/contract/events.schema.json': JSON.stringify(events),
  'infra/contract/enfilade.schema.json': JSON.stringify(enfilade),
  'infra/contract/package.json': JSON.stringify({ ...description, version }),
};
for (const [file, text] of Object.entries(files)) files[file] = format(file, text);
const hash = createHash('sha256');
for (const text of Object.values(files)) hash.update(text);

record(
  'infra/server/registry/publish/contract-history.json',
  Object.values(contracts).map((each) => [each.version, each.fingerprint]),
);
record('infra/tooling/contract/history.json', [[version, hash.digest('hex').slice(0, 32)]]);
const changed = Object.keys(files).filter((file) => read(file) !== files[file]);
if (isCheck && changed.length > 0) fail(`${changed.join(', ')}: run "node infra/tooling/scripts/record-contract.mjs".`);
for (const file of changed) writeFileSync(path.join(root, file), files[file] ?? '');
if (!isCheck) console.log(`Contracts ${version} and ${versions[2]} are recorded.`);

/** Adds what a history does not have. A version never changes. @param {string} file @param {[version: string, hash: string][]} entries */
function record(file, entries) {
  const history = JSON.parse(read(file));
  for (const [each, found] of entries) {
    if (history[each] !== undefined && history[each] !== found)
      fail(`The contract has changed since ${each} was recorded in ${file}: raise the number in shared-contracts/releases/contract.ts.`);
    history[each] = found;
  }
  files[file] = format(file, JSON.stringify(history));
}

/** @param {string} file */
function read(file) {
  return readFileSync(path.join(root, file), 'utf8');
}

/** @param {string} file @param {string} text */
function format(file, text) {
  const { status, stdout, stderr } = spawnSync('node_modules/.bin/biome', ['format', `--stdin-file-path=${file}`], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Biome cannot format ${file}: ${stderr}`);
  return stdout;
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}
