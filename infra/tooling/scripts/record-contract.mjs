// Writes the package @enfilade/contract, and records its fingerprint under the numbers of both contracts. `--check` writes nothing and
// exits with 1 if a file is out of date.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '@rsbuild/core';
import { flattenTypes } from '../contract/flatten.mjs';
import { root } from '../workspace.mjs';

const { check: isCheck = false } = parseArgs({ options: { check: { type: 'boolean' } } }).values;
const sources = path.join(root, 'infra/tooling/contract');
const historyFile = 'infra/server/registry/publish/contract-history.json';

// Rsbuild's loadConfig can load any TypeScript module.
const { content } = await loadConfig({ path: path.join(sources, 'package-data.config.ts'), loader: 'jiti' });
const { versions, shared, events, enfilade } = /** @type {any} */ (content);
const description = JSON.parse(read('infra/contract/package.json'));
/** @type {Record<string, string>} */
const files = {
  'infra/contract/index.d.ts': flattenTypes(path.join(sources, 'surface.ts')),
  'infra/contract/events.schema.json': JSON.stringify(events),
  'infra/contract/enfilade.schema.json': JSON.stringify(enfilade),
  'infra/contract/package.json': JSON.stringify({ ...description, version: versions[1] }),
};
for (const [file, text] of Object.entries(files)) files[file] = format(file, text);
const hash = createHash('sha256').update(JSON.stringify(shared));
for (const text of Object.values(files)) hash.update(text);
// One package holds both majors.
const fingerprint = hash.digest('hex').slice(0, 32);
const contracts = { 1: { version: versions[1], fingerprint }, 2: { version: versions[2], fingerprint }, shared };
files['infra/contract/contracts.json'] = format('infra/contract/contracts.json', JSON.stringify(contracts));
files[historyFile] = format(historyFile, JSON.stringify(recorded()));
const changed = Object.keys(files).filter((file) => read(file) !== files[file]);
if (isCheck && changed.length > 0) fail(`${changed.join(', ')}: run "node infra/tooling/scripts/record-contract.mjs".`);
for (const file of changed) writeFileSync(path.join(root, file), files[file] ?? '');
if (!isCheck) console.log(`Contracts ${versions[1]} and ${versions[2]} are recorded.`);

/** A recorded version never changes. */
function recorded() {
  const history = JSON.parse(read(historyFile));
  for (const version of [versions[1], versions[2]]) {
    if (history[version] !== undefined && history[version] !== fingerprint)
      fail(
        `The contract has changed since ${version} was recorded in ${historyFile}: raise both numbers in shared-contracts/releases/contract.ts.`,
      );
    history[version] = fingerprint;
  }
  return history;
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
