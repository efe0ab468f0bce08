import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { containerName } from '@enfilade/shared-contracts/remote/container-name';
import { contractVersion } from '@enfilade/shared-contracts/remote/contract';
import { pinnedRemoteSchema } from '@enfilade/shared-contracts/remote/release-set';
import semver from 'semver';
import { entryFile, isScriptOrStyle, pinnedRemote, publicPath } from '../journal/pinned-remote.ts';
import { type Release, releaseSchema } from '../journal/record.ts';
import { PublishRefusedError } from '../registry-error.ts';
import { type BuildDescription, type FederationManifest, parseDescription, parseManifest } from './build-facts.ts';
import type { BuildFiles } from './build-files.ts';
import { buildLimits } from './limits.ts';

const exposedScreen = './screen';

/**
 * The gate: what a build must be to become an immutable version.
 * @param name the remote it is published as
 * @returns what the journal shall record about it
 * @throws PublishRefusedError with one sentence that says how to mend the build
 */
export function checkBuild(name: string, build: BuildFiles): Release {
  const description = parseDescription(build.description);
  const manifest = parseManifest(build.manifest);
  checkIdentity(name, description, manifest);
  checkContract(name, description.contract);
  checkEntry(build.served.get(entryFile));
  const release = {
    name,
    version: description.version,
    contract: description.contract,
    federation: federationRange(manifest),
    shared: sharedRanges(manifest),
    initial: initialFiles(manifest, build.served),
    files: Object.fromEntries(
      [...build.served]
        .sort(([a], [b]) => byName(a, b))
        .map(([file, bytes]) => [file, { bytes: bytes.length, integrity: integrityOf(bytes) }]),
    ),
  };
  return checkShape(release);
}

/** Whether the running contract satisfies what a release was built for. */
export function fitsContract(range: string): boolean {
  return semver.satisfies(contractVersion, range);
}

function checkIdentity(name: string, description: BuildDescription, { metaData }: FederationManifest): void {
  const { version } = description;
  if (description.name !== name) {
    throw new PublishRefusedError(
      `The build calls itself "${description.name.replace(/\W/g, '?')}"; publish it under that name, or build ${name}.`,
    );
  }
  const container = containerName(name, version);
  if (metaData.globalName !== undefined && metaData.globalName !== container) {
    throw new PublishRefusedError(
      `The build's container is not called ${container}, as the host expects; build it with the preset of shared-contracts.`,
    );
  }
  const base = publicPath(name, version);
  if (metaData.publicPath !== undefined && metaData.publicPath !== base && metaData.publicPath !== 'auto') {
    throw new PublishRefusedError(`The build loads its chunks from elsewhere than ${base}; set output.assetPrefix to that path.`);
  }
}

function checkContract(name: string, range: string): void {
  if (semver.validRange(range) === null) {
    throw new PublishRefusedError(`"contract" of the build is no range of versions; write it as "^${contractVersion}".`);
  }
  if (fitsContract(range)) return;
  throw new PublishRefusedError(
    `${name} was built for contract ${range}, this site runs ${contractVersion}; build it against shared-contracts ${contractVersion}.`,
  );
}

function checkEntry(entry: Buffer | undefined): void {
  if (!entry || entry.length === 0) {
    throw new PublishRefusedError(`The build has no ${entryFile}; set "filename" of the federation plugin to that name and build again.`);
  }
  const gzipped = gzipSync(entry, { level: 9 }).length;
  if (gzipped > buildLimits.entryGzip) {
    throw new PublishRefusedError(
      `${entryFile} has ${gzipped} bytes after gzip and may have ${buildLimits.entryGzip}; share only react and react-dom, and build with the preset of shared-contracts.`,
    );
  }
}

function federationRange({ metaData }: FederationManifest): string {
  const version = semver.parse(metaData.pluginVersion);
  if (!version) throw new PublishRefusedError('The manifest names no version of federation; build with the preset of shared-contracts.');
  return `^${version.major}.${version.minor}.0`;
}

function sharedRanges({ shared }: FederationManifest): Record<string, string> {
  const ranges: Record<string, string> = {};
  for (const { name, requiredVersion } of [...shared].sort((a, b) => byName(a.name, b.name))) {
    if (semver.validRange(requiredVersion) === null) {
      throw new PublishRefusedError(`The shared package "${name}" has no range of versions; give it a requiredVersion and build again.`);
    }
    ranges[name] = requiredVersion;
  }
  return ranges;
}

function initialFiles({ exposes }: FederationManifest, served: ReadonlyMap<string, Buffer>): string[] {
  const screen = exposes.find((expose) => expose.path === exposedScreen)?.assets;
  if (!screen) throw new PublishRefusedError(`The build exposes no "${exposedScreen}"; expose it and build again.`);
  const initial = [...screen.js.sync, ...screen.css.sync].filter((file) => file !== entryFile && isScriptOrStyle(file));
  for (const file of [...initial, ...screen.js.async, ...screen.css.async]) {
    if (!served.has(file)) throw new PublishRefusedError('The manifest names a file that is not in the build; empty dist and build again.');
  }
  if (initial.length > buildLimits.initial) {
    throw new PublishRefusedError(
      `The first view needs ${initial.length} scripts and styles and may need ${buildLimits.initial}; switch splitChunks off and build again.`,
    );
  }
  return [...new Set(initial)].sort(byName);
}

/** By code units: the same order on every machine, so that the same build is the same release. */
function byName(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The last word: what is recorded must be readable again, and what is derived from it must be a release set. */
function checkShape(release: Release): Release {
  const recorded = releaseSchema.safeParse(release);
  const named = pinnedRemoteSchema.safeParse(pinnedRemote(release));
  const issue = recorded.error?.issues[0] ?? named.error?.issues[0];
  if (!issue) return release;
  throw new PublishRefusedError(
    `The release set cannot hold this build at "${issue.path.join('.').slice(0, 300)}" (${issue.message}); use shorter, plain names.`,
  );
}

function integrityOf(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
