// What a release archive is made of, as CycloneDX: pnpm lists what the lockfile names, this keeps what is really inside.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';
import { pnpm } from './bootstrap.mjs';

/** @typedef {{ purl: string }} Part */
/** @typedef {{ ref: string, dependsOn: string[] }} Edge */

/** Builds depend on them, browsers get nothing of them but federation's runtime. */
const buildTools = /^pkg:npm\/%40(rsbuild|rstest|rspack|module-federation\/(?!enhanced|runtime|sdk|error-codes|webpack-bundler-runtime))/;
const federationTool = /^pkg:npm\/%40module-federation\/enhanced@/;

/**
 * Every package in `node_modules`, and those that are bundled into what browsers load.
 * @param {string} folder
 * @param {{ version: string, license: string, revision: string, seconds: number, packages: readonly string[] }} release
 */
export function listParts(folder, { version, license, revision, seconds, packages }) {
  const { serialNumber: _, metadata, components, dependencies, ...bom } = loadLockedParts();
  const installed = loadInstalledParts(path.join(folder, 'node_modules'));
  const bundled = findBundled(components, dependencies, packages);
  const known = new Map(components.map((part) => [part.purl, part]));
  const inside = [
    ...components.filter(({ purl }) => installed.has(purl) || bundled.has(purl)),
    // Native parts of other machines than this one.
    ...[...installed.values()].filter(({ purl }) => !known.has(purl)),
  ].sort((a, b) => (a.purl < b.purl ? -1 : 1));
  const refs = new Set(inside.map(({ purl }) => purl));
  const properties = [{ name: 'revision', value: revision }];
  return {
    ...bom,
    metadata: {
      ...metadata,
      timestamp: new Date(seconds * 1_000).toISOString(),
      component: {
        type: 'application',
        name: 'enfilade',
        version,
        'bom-ref': 'enfilade',
        licenses: [{ license: { id: license } }],
        properties,
      },
    },
    components: inside,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
}

/** @returns {{ serialNumber: string, metadata: object, components: Part[], dependencies: Edge[] }} */
function loadLockedParts() {
  const filters = ['@enfilade/deploy', '@enfilade/console', 'host', 'mfe-*'].flatMap((name) => ['--filter', name]);
  const { stdout } = pnpm([...filters, 'sbom', '--prod', '--sbom-format', 'cyclonedx'], { encoding: 'utf8', maxBuffer: 64e6 });
  return JSON.parse(String(stdout));
}

/** @param {string} folder */
function loadInstalledParts(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const found = files.filter((file) => /(^|node_modules\/)(@[^/]+\/)?[^@/]+\/package\.json$/.test(file));
  return new Map(
    found.map((file) => {
      const { name, version, license } = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
      const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
      return [purl, { type: 'library', name, version, purl, 'bom-ref': purl, licenses: [{ license: { id: license } }] }];
    }),
  );
}

/**
 * @param {readonly Part[]} components
 * @param {readonly Edge[]} dependencies
 * @param {readonly string[]} packages
 */
function findBundled(components, dependencies, packages) {
  const inBrowsers = ['shared-contracts', ...packages.filter((name) => /^host|^mfe-|console$/.test(name))];
  const declared = inBrowsers.flatMap((name) =>
    Object.keys(JSON.parse(readFileSync(path.join(root, name, 'package.json'), 'utf8')).dependencies),
  );
  const edges = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const bundled = new Set();
  /** @param {string} purl */
  const visit = (purl) => {
    if (bundled.has(purl) || buildTools.test(purl)) return;
    bundled.add(purl);
    const next = edges.get(purl) ?? [];
    for (const one of federationTool.test(purl) ? next.filter((part) => part.includes('federation/')) : next) visit(one);
  };
  for (const { purl } of components) {
    if (declared.includes(decodeURIComponent(purl.slice('pkg:npm/'.length, purl.lastIndexOf('@'))))) visit(purl);
  }
  for (const purl of bundled) if (federationTool.test(purl)) bundled.delete(purl);
  return bundled;
}
