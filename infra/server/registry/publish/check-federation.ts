import { mountsItself } from '@enfilade/shared-contracts/releases/check-remote';
import { containerName, containerNameSchema } from '@enfilade/shared-contracts/releases/release-set';
import { isVersionRange, satisfies } from '@enfilade/shared-contracts/releases/version-range';
import { integrityOf } from '../../http/kit.ts';
import { entryFile, entryOf, isScriptOrStyle, publicPath } from '../state/releases.ts';
import { type Build, exposedScreen, noAssets, offeredVersion, screenAssets } from './build.ts';
import { buildLimits, printable } from './build-files.ts';

// Each generator yields problems of the federation plugin's output, and says how to fix each problem.

const howToShare =
  'share react, react/jsx-runtime and react-dom as singletons with "import: false", as the preset of shared-contracts does';

export function* manifestProblems({ release: { contract, stock, shared, initial }, served, manifest }: Build): Generator<string> {
  const unread = Object.keys(shared).find((name) => !isVersionRange(shared[name] ?? ''));
  if (unread !== undefined)
    yield `The shared package "${printable(unread)}" has no range of versions a page can read; give it a requiredVersion like ^19.3.0 and build again.`;
  if (!Object.hasOwn(shared, 'react') && !mountsItself({ contract }))
    yield stock
      ? 'The manifest names no shared React; in "shared" of the federation plugin, make react, react/jsx-runtime and react-dom singletons: a screen of JSX alone imports only react/jsx-runtime.'
      : `The build does not share react and would bundle a second copy; ${howToShare}.`;
  const assets = screenAssets(manifest);
  const { js, css } = assets ?? noAssets;
  if (!assets) yield `The build exposes no "${exposedScreen}"; expose it and build again.`;
  if ([...initial, ...js.async, ...css.async].some((file) => !served.has(file)))
    yield 'The manifest names a file that is not in the build; empty dist and build again.';
  if (initial.length > buildLimits.initial)
    yield `The first view needs ${initial.length} scripts and styles and may need ${buildLimits.initial}; switch splitChunks off and build again.`;
}

/** Of packages that the host does not offer, or that a page could load twice. */
export function* sharedProblems({ release: { stock }, manifest }: Build): Generator<string> {
  for (const { name, singleton, version } of manifest.shared) {
    const what = `The shared package "${printable(name)}"`;
    if (offeredVersion(name) === undefined)
      return yield `${what} is not offered by the host; remove the package from "shared" to bundle the package.`;
    if (!singleton) return yield `${what} is not a singleton; ${howToShare}.`;
    if (!stock && version !== '') return yield `${what} is bundled as a second copy, ${printable(version)}; ${howToShare}.`;
  }
}

/** A page would refuse a build whose range excludes the host's version. */
export function* rangeProblems({ release: { shared } }: Build): Generator<string> {
  for (const [name, wanted] of Object.entries(shared)) {
    const offered = offeredVersion(name);
    if (offered !== undefined && isVersionRange(wanted) && !satisfies(offered, wanted))
      yield `The build needs ${name} ${wanted} and this site's host has ${offered}; build it against ${name} ${offered}.`;
  }
}

/** Pages never load these files of a stock build. */
export function fallbacksOf({ release: { stock }, manifest: { shared } }: Build): ReadonlySet<string> {
  const copies = shared.flatMap(({ assets }) => (stock && assets ? [assets.js, assets.css] : []));
  return new Set(copies.flatMap(({ sync, async }) => [...sync, ...async]));
}

/** A property name in every major version of React and React DOM. Bundlers may remove React's unused `__CLIENT_INTERNALS…`. */
const reactMark = 'enqueueReplaceState';

/** A second React in the page's tree would break hooks. A screen that mounts itself has a separate tree. */
export function* reactProblems(build: Build): Generator<string> {
  const { release, served } = build;
  const fallbacks = fallbacksOf(build);
  const isCounted = (file: string) => file.endsWith('.js') && !fallbacks.has(file);
  const stray = [...served].find(([file, contents]) => isCounted(file) && contents.includes(reactMark))?.[0];
  if (stray === undefined || mountsItself(release)) return;
  const mend = stray === release.stock?.entry ? 'take "eager" out of "shared"' : howToShare;
  yield `"${stray}" contains a second React, which breaks the hooks of the host's React; ${mend}.`;
}

/** If a chunk's hash is missing in the entry, browsers would run the chunk unchecked. The release set has the entry's hash. */
export function* integrityProblems({ release, served }: Build): Generator<string> {
  const entryName = entryOf(release);
  const entry = served.get(entryName);
  const isUnchecked = ([file, contents]: [string, Buffer]) =>
    file !== entryName && isScriptOrStyle(file) && !entry?.includes(integrityOf(contents));
  const unchecked = [...served].find(isUnchecked)?.[0];
  if (!entry?.length || unchecked === undefined) return;
  const mend = release.stock
    ? 'set security.sri.enable to true (the SubresourceIntegrityPlugin of Rspack, or webpack-subresource-integrity), with sha384'
    : 'switch security.sri on and build again';
  yield `${entryName} does not contain the hash of "${unchecked}"; ${mend}.`;
}

export function* presetProblems({ release: { name, version }, served, manifest: { metaData } }: Build): Generator<string> {
  if (!served.get(entryFile)?.length)
    yield `The build has no ${entryFile}; set "filename" of the federation plugin to that name and build again.`;
  // If the container's name lacks the version, two versions in a page would share chunks.
  const container = containerName(name, version);
  if (metaData.globalName !== undefined && metaData.globalName !== container)
    yield `The build's container is not named ${container}, as the host expects; build with the preset of shared-contracts.`;
  const base = publicPath(name, version);
  if (![undefined, base, 'auto'].includes(metaData.publicPath))
    yield `The build loads its chunks from elsewhere than ${base}; set output.assetPrefix to that path.`;
}

const scriptTypes = ['var', 'global', 'window', 'self', 'globalThis', 'this'];

/** The stock federation plugin is Module Federation 2 with Rsbuild, Rspack or webpack. Each message names the setting to change. */
export function* stockProblems({ release: { name, stock }, served, manifest }: Build): Generator<string> {
  const { entry = '', container = '' } = stock ?? {};
  const { metaData, exposes, remotes = [] } = manifest;
  if (!containerNameSchema.safeParse(stock?.container).success)
    yield `The container is called "${printable(container)}", which cannot be a global; set "name" of the federation plugin to letters, digits and _, such as "${name}".`;
  const what = `"${printable(entry)}", which the manifest names as the entry,`;
  const type = metaData.remoteEntry?.type ?? '';
  if (!served.get(entry)?.length) yield `${what} is not in the build or is empty; empty dist and build again.`;
  else if (!scriptTypes.includes(type))
    yield `${what} is a module (${printable(type)}), whose hash browsers do not check; leave "library" of the federation plugin out.`;
  else if (!served.get(entry)?.includes(container))
    yield `${what} does not contain the name of the container, "${printable(container)}"; empty dist and build again.`;
  if (metaData.publicPath !== 'auto')
    yield `The build asks for its files at "${printable(metaData.publicPath ?? '')}"; set output.assetPrefix to "auto" (output.publicPath of Rspack and webpack).`;
  const others = exposes.filter(({ path }) => path !== exposedScreen).map(({ path }) => `"${printable(path)}"`);
  if (others.length > 0) yield `The build exposes ${others.join(' and ')}; expose "./screen" alone, since a remote is one screen.`;
  // The signed set has no hashes of nested remotes' files.
  if (remotes.length > 0) yield 'The build loads other remotes; remove "remotes" from the federation plugin and bundle their modules.';
}
