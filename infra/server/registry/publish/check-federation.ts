import { mountsItself } from '@enfilade/shared-contracts/releases/check-remote';
import { containerName } from '@enfilade/shared-contracts/releases/container-name';
import { containerNameSchema } from '@enfilade/shared-contracts/releases/release-set';
import { satisfies } from '@enfilade/shared-contracts/releases/version-range';
import { integrityOf } from '../../http/kit.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import { entryFile, entryOf, isScriptOrStyle, publicPath, type Release } from '../state/releases.ts';
import { type Build, howToShare, offeredVersion } from './build.ts';
import { printable } from './build-files.ts';

// What a page needs of a build as the federation plugin made it: its container, its entry, and what it shares. All throw
// PublishRefusedError.

/** What the host cannot give, or may be given twice. */
function checkShared({ release: { stock }, manifest }: Build): void {
  for (const { name, singleton, version } of manifest.shared) {
    const what = `The shared package "${printable(name)}"`;
    if (offeredVersion(name) === undefined)
      throw new PublishRefusedError(`${what} is none the host offers; take it out of "shared", so that it is bundled.`);
    if (!singleton) throw new PublishRefusedError(`${what} is no singleton; ${howToShare}.`);
    if (!stock && version !== '')
      throw new PublishRefusedError(`${what} is bundled as a second copy, ${printable(version)}; ${howToShare}.`);
  }
}

/** A range that the host's version is not in: its page would refuse the build. */
export function checkOffered(name: string, wanted: string): void {
  const offered = offeredVersion(name);
  if (offered === undefined || satisfies(offered, wanted)) return;
  throw new PublishRefusedError(
    `The build wants ${name} ${wanted} and this site's host has ${offered}; build it against ${name} ${offered}.`,
  );
}

/** Files of the bundled copies of shared packages in a stock build: the page has these packages and fetches no copy. */
export function fallbacksOf({ release: { stock }, manifest: { shared } }: Build): ReadonlySet<string> {
  const copies = shared.flatMap(({ assets }) => (stock && assets ? [assets.js, assets.css] : []));
  return new Set(copies.flatMap(({ sync, async }) => [...sync, ...async]));
}

/**
 * A property in React and React DOM of every major, minified or not: it belongs to the object that updates class components. React's own
 * marker, `__CLIENT_INTERNALS…`, goes when nothing imports it.
 */
const reactMark = 'enqueueReplaceState';

/** Two Reacts that draw one tree break each other's hooks. What mounts itself draws a tree of its own. */
function checkSingleReact(build: Build): void {
  const { release, served } = build;
  if (mountsItself(release)) return;
  const fallbacks = fallbacksOf(build);
  const isCounted = (file: string) => file.endsWith('.js') && !fallbacks.has(file);
  const [stray] = [...served].find(([file, contents]) => isCounted(file) && contents.includes(reactMark)) ?? [];
  if (stray === undefined) return;
  const mend = stray === release.stock?.entry ? 'take "eager" out of "shared"' : howToShare;
  throw new PublishRefusedError(`"${stray}" holds a React of its own, which breaks the hooks of the host's; ${mend}.`);
}

/**
 * The release set has the entry's hash, and the entry the hashes of its chunks: a chunk without a hash in the entry would run unchecked.
 */
export function checkIntegrity({ release, served }: Build): void {
  const entryName = entryOf(release);
  const entry = served.get(entryName);
  if (!entry?.length) return;
  for (const [file, contents] of served) {
    if (file === entryName || !isScriptOrStyle(file) || entry.includes(integrityOf(contents))) continue;
    const mend = release.stock
      ? 'set security.sri.enable to true (the SubresourceIntegrityPlugin of Rspack, or webpack-subresource-integrity), with sha384'
      : 'switch security.sri on and build again';
    throw new PublishRefusedError(`${entryName} does not hold the hash of "${file}"; ${mend}.`);
  }
}

/** A global that does not carry the version: two versions of it in one page would share chunks. */
function checkPresetContainer({ release: { name, version }, manifest: { metaData } }: Build): void {
  const container = containerName(name, version);
  if (metaData.globalName === undefined || metaData.globalName === container) return;
  throw new PublishRefusedError(
    `The build's container is not called ${container}, as the host expects; build it with the preset of shared-contracts.`,
  );
}

/** Chunks outside the version's own folder. */
function checkPublicPath({ release: { name, version }, manifest: { metaData } }: Build): void {
  const base = publicPath(name, version);
  if (metaData.publicPath === undefined || metaData.publicPath === base || metaData.publicPath === 'auto') return;
  throw new PublishRefusedError(`The build loads its chunks from elsewhere than ${base}; set output.assetPrefix to that path.`);
}

function checkPresetEntry({ served }: Build): void {
  if (served.get(entryFile)?.length) return;
  throw new PublishRefusedError(`The build has no ${entryFile}; set "filename" of the federation plugin to that name and build again.`);
}

/** A name that the page cannot look for. */
function checkStockContainer({ release: { name, stock } }: Build): void {
  if (containerNameSchema.safeParse(stock?.container).success) return;
  const mend = `set "name" of the federation plugin to letters, digits and _, such as "${name}"`;
  throw new PublishRefusedError(`The container is called "${printable(stock?.container ?? '')}", which cannot be a global; ${mend}.`);
}

const scriptTypes = ['var', 'global', 'window', 'self', 'globalThis', 'this'];

/** An entry that is missing, no plain script, or leaves another global. */
function checkStockEntry({ release: { stock }, served, manifest: { metaData } }: Build): void {
  const { entry = '', container = '' } = stock ?? {};
  const contents = served.get(entry);
  const what = `"${printable(entry)}", which the manifest names as the entry,`;
  if (!contents?.length) throw new PublishRefusedError(`${what} is not in the build or is empty; empty dist and build again.`);
  if (!scriptTypes.includes(metaData.remoteEntry?.type ?? ''))
    throw new PublishRefusedError(
      `${what} is a module (${printable(metaData.remoteEntry?.type ?? '')}), for which browsers check no hash; leave "library" of the federation plugin out.`,
    );
  if (!contents.includes(container))
    throw new PublishRefusedError(
      `${what} does not hold the name of the container, "${printable(container)}"; empty dist and build again.`,
    );
}

/** Chunks outside the entry's folder. */
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

/** Remotes of its own: the signed set would not hold their files. */
function checkStockRemotes({ manifest: { remotes = [] } }: Build): void {
  if (remotes.length === 0) return;
  throw new PublishRefusedError(
    'The build loads remotes of its own; take "remotes" out of the federation plugin and bundle what they give.',
  );
}

/**
 * The checks for a build of the preset, or for one of the stock federation plugin (Module Federation 2, with Rsbuild, Rspack or
 * webpack): what it needs beside the plugin's defaults. Each sentence names the setting.
 */
export const federationChecks = ({ stock }: Release): readonly ((build: Build) => void)[] => [
  ...(stock
    ? [checkStockContainer, checkStockEntry, checkStockPlace, checkStockExposes, checkStockRemotes]
    : [checkPresetEntry, checkPresetContainer, checkPublicPath]),
  checkShared,
  checkSingleReact,
];
