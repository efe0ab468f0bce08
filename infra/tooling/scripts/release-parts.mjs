import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** @typedef {{ name: string, version: string, purl: string }} Part */

/**
 * Writes CycloneDX. The bills of the builds for browsers come from shared-contracts/build/bill-of-materials.ts.
 * @param {string} folder
 * @param {{ version: string, license: string, revision: string, seconds: number }} release
 */
export function listParts(folder, { version, license, revision, seconds }) {
  const found = [...bundledParts(folder), ...fontParts(), ...installedParts(path.join(folder, 'node_modules'))];
  const parts = new Map(found.map((part) => [part.purl, part]));
  const component = {
    ...{ type: 'application', name: 'enfilade', version, 'bom-ref': 'enfilade', licenses: [{ license: { id: license } }] },
    properties: [{ name: 'revision', value: revision }],
  };
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    metadata: { timestamp: new Date(seconds * 1_000).toISOString(), component },
    components: [...parts.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1)),
  };
}

const readJson = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'));

/** @param {string} folder @returns {Part[]} without our own packages */
function bundledParts(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const bills = files.filter((file) => /(^|\/)dist\/private\/sbom\.cdx\.json$/.test(file)).map((file) => readJson(path.join(folder, file)));
  return bills.flatMap(({ components }) => components).filter(({ name }) => !name.startsWith('@enfilade/'));
}

/** The bills of the builds name the packages of modules only, and fonts are files. @returns {Part[]} */
function fontParts() {
  const names = Object.keys(readJson(path.join(root, 'host/package.json')).dependencies).filter((name) => name.startsWith('@fontsource'));
  return names.map((name) => partOf(path.join(root, 'host/node_modules', name, 'package.json')));
}

/** @param {string} folder @returns {Part[]} */
function installedParts(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const described = files.filter((file) => /(^|node_modules\/)(@[^/]+\/)?[^@/]+\/package\.json$/.test(file));
  return described.map((file) => partOf(path.join(folder, file)));
}

/** @param {string} file a package.json */
function partOf(file) {
  const { name, version, license = 'unknown' } = readJson(file);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const licenses = [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }];
  return { type: 'library', name, version, purl, 'bom-ref': purl, licenses };
}
