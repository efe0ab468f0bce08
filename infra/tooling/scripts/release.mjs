// Writes dist/enfilade-VERSION.tar.gz, its checksum and the list of its parts. The same commit, Node and checkout path give the same bytes,
// apart from a hash in two of the host's scripts: sorted files, the commit's time, no owner.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { create } from 'tar';
import { builtPackages, committedPackages, root, stalePackages } from '../workspace.mjs';
import { pnpm } from './bootstrap.mjs';

/** OpenTelemetry and AWS have two or three forms of each module, and Node loads one form. */
const unneeded =
  /(^|\/)(\.bin|\.pnpm|\.modules\.yaml|test|tests|benchmarks?|examples)(\/|$)|\.(map|md|[cm]?ts|flow)$|^zod\/src\/|^@opentelemetry\/[^/]+\/build\/(esm|esnext)\/|^@(aws-sdk|smithy)\/[^/]+\/dist-es\//;

const { values: wanted } = parseArgs({ options: { try: { type: 'boolean' } } });
const packages = committedPackages();
for (const name of builtPackages) if (!packages.includes(name)) console.log(`${name} is not in git and no part of the release.`);

const { version, license, engines } = readJson(path.join(root, 'package.json'));
const name = `enfilade-${version}`;
const out = path.join(root, 'dist');
const file = path.join(out, `${name}.tar.gz`);
const work = mkdtempSync(path.join(tmpdir(), 'enfilade-release-'));
try {
  if (stalePackages(packages).length > 0) runNode('infra/tooling/scripts/build.mjs');
  const { revision, seconds } = readCommit();
  const folder = path.join(work, name);
  const installed = path.join(work, 'installed');
  copyOwnFiles(folder);
  copyDependencies(installed, folder);
  writeJson(path.join(folder, 'package.json'), { name: 'enfilade', version, license, engines, type: 'module', revision });
  const parts = listParts(folder, { version, license, revision, seconds });
  writeJson(path.join(folder, 'sbom.cdx.json'), parts);
  mkdirSync(out, { recursive: true });
  const files = filesBelow(folder).map((each) => path.relative(work, each));
  await create({ file, gzip: { level: 9 }, cwd: work, portable: true, mtime: new Date(seconds * 1_000), noDirRecurse: true }, files);
  const archive = readFileSync(file);
  const checksum = createHash('sha256').update(archive).digest('hex');
  writeFileSync(`${file}.sha256`, `${checksum}  ${name}.tar.gz\n`);
  writeJson(path.join(out, `${name}.cdx.json`), parts);
  console.log(
    `dist/${name}.tar.gz: ${(archive.length / 1e6).toFixed(1)} MB, ${parts.components.length} parts, of ${revision}\n${checksum}`,
  );
} finally {
  rmSync(work, { recursive: true });
}
if (wanted.try) runNode('infra/tooling/scripts/try-release.mjs', file);

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** @param {string} file @param {object} value */
function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** @param {string[]} command */
function runNode(...command) {
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** In an image build, which has no repository, environment variables replace git. */
function readCommit() {
  const git = (/** @type {string[]} */ ...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
  const changed = git('status', '--porcelain') === '' ? '' : '-changed';
  const revision = process.env['REVISION'] || `${git('rev-parse', 'HEAD')}${changed}` || 'unknown';
  return { revision, seconds: Number(process.env['SOURCE_DATE_EPOCH'] || git('log', '-1', '--format=%ct') || 0) };
}

/** @param {string} folder */
function copyOwnFiles(folder) {
  const copy = (/** @type {string} */ from, to = from) =>
    cpSync(path.join(root, from), path.join(folder, to), {
      recursive: true,
      // Maps of scripts for browsers stay, because they lead from an error to its source.
      filter: (file) => !/\/node_modules$|(?<!\.js)\.map$|\/make-[a-z-]+\.mjs$|\.d\.ts$/.test(file),
    });
  for (const built of packages) copy(`${built}/dist`);
  const rootFiles = readdirSync(root).filter((name) => name === 'LICENSE' || name.endsWith('.md'));
  const documents = readdirSync(path.join(root, 'docs')).filter((name) => name !== 'look');
  for (const own of ['infra/speech', 'infra/demo', 'infra/deploy', ...rootFiles, 'decisions', ...documents.map((name) => `docs/${name}`)])
    copy(own);
  for (const file of ['server.mjs', 'enfilade.service', 'proxy']) copy(`infra/deploy/${file}`, file);
  const readme = readFileSync(path.join(root, 'infra/deploy/README.md'), 'utf8');
  writeFileSync(path.join(folder, 'README.md'), readme.replaceAll('../../docs/', 'docs/'));
}

/** Adds the native parts for x64 and arm64. @param {string} installed @param {string} folder */
function copyDependencies(installed, folder) {
  const machines = ['--cpu=x64', '--cpu=arm64', '--os=linux', '--libc=glibc'];
  const args = ['--filter', '@enfilade/deploy', '--prod', '--config.node-linker=hoisted', ...machines, 'deploy', '--legacy', installed];
  const { status } = pnpm(args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
  const from = path.join(installed, 'node_modules');
  cpSync(from, path.join(folder, 'node_modules'), {
    recursive: true,
    filter: (file) => !unneeded.test(path.relative(from, file)) || /\/(licen[cs]e|copying|notice)[^/]*$/i.test(file),
  });
}

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** @typedef {{ name: string, version: string, purl: string }} Part */

/**
 * Writes CycloneDX. The bills of the builds for browsers come from shared-contracts/build/bill-of-materials.ts.
 * @param {string} folder
 * @param {{ version: string, license: string, revision: string, seconds: number }} release
 */
function listParts(folder, { version, license, revision, seconds }) {
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
