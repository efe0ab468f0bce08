import { mountsItself } from '@enfilade/shared-contracts/releases/check-remote';
import { containerName } from '@enfilade/shared-contracts/releases/container-name';
import { containerNameSchema } from '@enfilade/shared-contracts/releases/release-set';
import { satisfies } from '@enfilade/shared-contracts/releases/version-range';
import { integrityOf } from '../../http/kit.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import { entryFile, entryOf, isScriptOrStyle, publicPath, type Release } from '../state/releases.ts';
import { type Build, howToShare, offeredVersion } from './build.ts';
import { printable } from './build-files.ts';

// Checks of the federation plugin's output. All checks throw PublishRefusedError.

/** Refuses shared packages that the host does not offer, or that a page could load twice. */
function checkShared({ release: { stock }, manifest }: Build): void {
  for (const { name, singleton, version } of manifest.shared) {
    const what = `The shared package "${printable(name)}"`;
    if (offeredVersion(name) === undefined)
      throw new PublishRefusedError(`${what} is not offered by the host; remove the package from "shared" to bundle the package.`);
    if (!singleton) throw new PublishRefusedError(`${what} is no singleton; ${howToShare}.`);
    if (!stock && version !== '')
      throw new PublishRefusedError(`${what} is bundled as a second copy, ${printable(version)}; ${howToShare}.`);
  }
}

/** A page would refuse a build whose range excludes the host's version. */
export function checkOffered(name: string, wanted: string): void {
  const offered = offeredVersion(name);
  if (offered === undefined || satisfies(offered, wanted)) return;
  throw new PublishRefusedError(
    `The build needs ${name} ${wanted} and this site's host has ${offered}; build it against ${name} ${offered}.`,
  );
}

/** Pages never load these files of a stock build. */
export function fallbacksOf({ release: { stock }, manifest: { shared } }: Build): ReadonlySet<string> {
  const copies = shared.flatMap(({ assets }) => (stock && assets ? [assets.js, assets.css] : []));
  return new Set(copies.flatMap(({ sync, async }) => [...sync, ...async]));
}

/** A property name in every major version of React and React DOM. Bundlers may remove React's unused `__CLIENT_INTERNALS…`. */
const reactMark = 'enqueueReplaceState';

/** A second React in the page's tree would break hooks. A screen that mounts itself has a separate tree. */
function checkSingleReact(build: Build): void {
  const { release, served } = build;
  if (mountsItself(release)) return;
  const fallbacks = fallbacksOf(build);
  const isCounted = (file: string) => file.endsWith('.js') && !fallbacks.has(file);
  const [stray] = [...served].find(([file, contents]) => isCounted(file) && contents.includes(reactMark)) ?? [];
  if (stray === undefined) return;
  const mend = stray === release.stock?.entry ? 'take "eager" out of "shared"' : howToShare;
  throw new PublishRefusedError(`"${stray}" contains a second React, which breaks the hooks of the host's React; ${mend}.`);
}

/** If a chunk's hash is missing in the entry, browsers would run the chunk unchecked. The release set has the entry's hash. */
export function checkIntegrity({ release, served }: Build): void {
  const entryName = entryOf(release);
  const entry = served.get(entryName);
  if (!entry?.length) return;
  for (const [file, contents] of served) {
    if (file === entryName || !isScriptOrStyle(file) || entry.includes(integrityOf(contents))) continue;
    const mend = release.stock
      ? 'set security.sri.enable to true (the SubresourceIntegrityPlugin of Rspack, or webpack-subresource-integrity), with sha384'
      : 'switch security.sri on and build again';
    throw new PublishRefusedError(`${entryName} does not contain the hash of "${file}"; ${mend}.`);
  }
}

/** If the container's name lacks the version, two versions in a page would share chunks. */
function checkPresetContainer({ release: { name, version }, manifest: { metaData } }: Build): void {
  const container = containerName(name, version);
  if (metaData.globalName === undefined || metaData.globalName === container) return;
  throw new PublishRefusedError(
    `The build's container is not named ${container}, as the host expects; build with the preset of shared-contracts.`,
  );
}

function checkPublicPath({ release: { name, version }, manifest: { metaData } }: Build): void {
  const base = publicPath(name, version);
  if (metaData.publicPath === undefined || metaData.publicPath === base || metaData.publicPath === 'auto') return;
  throw new PublishRefusedError(`The build loads its chunks from elsewhere than ${base}; set output.assetPrefix to that path.`);
}

function checkPresetEntry({ served }: Build): void {
  if (served.get(entryFile)?.length) return;
  throw new PublishRefusedError(`The build has no ${entryFile}; set "filename" of the federation plugin to that name and build again.`);
}

function checkStockContainer({ release: { name, stock } }: Build): void {
  if (containerNameSchema.safeParse(stock?.container).success) return;
  const mend = `set "name" of the federation plugin to letters, digits and _, such as "${name}"`;
  throw new PublishRefusedError(`The container is called "${printable(stock?.container ?? '')}", which cannot be a global; ${mend}.`);
}

const scriptTypes = ['var', 'global', 'window', 'self', 'globalThis', 'this'];

/** Refuses an entry that is missing, is no plain script or sets another global. */
function checkStockEntry({ release: { stock }, served, manifest: { metaData } }: Build): void {
  const { entry = '', container = '' } = stock ?? {};
  const contents = served.get(entry);
  const what = `"${printable(entry)}", which the manifest names as the entry,`;
  if (!contents?.length) throw new PublishRefusedError(`${what} is not in the build or is empty; empty dist and build again.`);
  if (!scriptTypes.includes(metaData.remoteEntry?.type ?? ''))
    throw new PublishRefusedError(
      `${what} is a module (${printable(metaData.remoteEntry?.type ?? '')}), whose hash browsers do not check; leave "library" of the federation plugin out.`,
    );
  if (!contents.includes(container))
    throw new PublishRefusedError(
      `${what} does not contain the name of the container, "${printable(container)}"; empty dist and build again.`,
    );
}

function checkStockPlace({ manifest: { metaData } }: Build): void {
  if (metaData.publicPath === 'auto') return;
  throw new PublishRefusedError(
    `The build asks for its files at "${printable(metaData.publicPath ?? '')}"; set output.assetPrefix to "auto" (output.publicPath of Rspack and webpack).`,
  );
}

function checkStockExposes({ manifest: { exposes } }: Build): void {
  const others = exposes.filter(({ path }) => path !== './screen').map(({ path }) => `"${printable(path)}"`);
  if (others.length === 0) return;
  throw new PublishRefusedError(`The build exposes ${others.join(' and ')}; expose "./screen" alone, since a remote is one screen.`);
}

/** The signed set has no hashes of nested remotes' files. */
function checkStockRemotes({ manifest: { remotes = [] } }: Build): void {
  if (remotes.length === 0) return;
  throw new PublishRefusedError('The build loads other remotes; remove "remotes" from the federation plugin and bundle their modules.');
}

/** The stock federation plugin is Module Federation 2 with Rsbuild, Rspack or webpack. Each message names the setting to change. */
export const federationChecks = ({ stock }: Release): readonly ((build: Build) => void)[] => [
  ...(stock
    ? [checkStockContainer, checkStockEntry, checkStockPlace, checkStockExposes, checkStockRemotes]
    : [checkPresetEntry, checkPresetContainer, checkPublicPath]),
  checkShared,
  checkSingleReact,
];
