import { hostOffer, mountsItself } from '@enfilade/shared-contracts/releases/check-remote';
import { isVersionRange, satisfies } from '@enfilade/shared-contracts/releases/version-range';
import semver from 'semver';
import { PublishRefusedError } from '../state/registry-error.ts';
import type { BuildFacts } from './build-facts.ts';
import { byName, printable } from './build-files.ts';

/** How a build gets the page's React. */
const howToShare =
  'share react, react/jsx-runtime and react-dom as singletons with "import: false", as the preset of shared-contracts does';

/**
 * Shared package → the range of it that a page can read. React's own range is that of its JSX runtime where a screen imports
 * nothing else of it. What mounts itself may share none.
 * @throws PublishRefusedError for a package without a range, or when React is not among them
 */
export function sharedRanges({ description, stock, manifest: { shared } }: BuildFacts): Record<string, string> {
  const ranges = new Map(shared.map((each) => [each.name, stock ? pageRange(each) : each.requiredVersion]));
  for (const [name, range] of ranges) {
    if (isVersionRange(range)) continue;
    throw new PublishRefusedError(
      `The shared package "${printable(name)}" has no range of versions a page can read; give it a requiredVersion like ^19.3.0 and build again.`,
    );
  }
  const react = ranges.get('react') ?? ranges.get('react/jsx-runtime');
  if (react !== undefined) ranges.set('react', react);
  else if (!mountsItself(description))
    throw new PublishRefusedError(
      stock
        ? `The manifest names no shared React; in "shared" of the federation plugin, make react, react/jsx-runtime and react-dom singletons: a screen of JSX alone imports only react/jsx-runtime.`
        : `The build does not share react and would bring its own; ${howToShare}.`,
    );
  return Object.fromEntries([...ranges].sort(([a], [b]) => byName(a, b)));
}

type SharedPackage = BuildFacts['manifest']['shared'][number];

/** The stock plugin writes any range, and "^undefined" where it was given none: then the version that it was built with counts. */
function pageRange({ name, requiredVersion, version }: SharedPackage): string {
  const range = semver.validRange(requiredVersion) === null ? `^${version}` : requiredVersion;
  const offered = Object.hasOwn(hostOffer.shared, name) ? hostOffer.shared[name] : undefined;
  if (isVersionRange(range) || offered === undefined || !semver.satisfies(offered, range)) return range;
  return `^${offered}`;
}

/** @throws PublishRefusedError for what the host cannot give, or may be given twice */
export function checkShared({ stock, manifest }: BuildFacts): void {
  for (const { name, singleton, version } of manifest.shared) {
    const what = `The shared package "${printable(name)}"`;
    if (!Object.hasOwn(hostOffer.shared, name))
      throw new PublishRefusedError(`${what} is none the host offers; take it out of "shared", so that it is bundled.`);
    if (!singleton) throw new PublishRefusedError(`${what} is no singleton; ${howToShare}.`);
    if (!stock && version !== '')
      throw new PublishRefusedError(`${what} comes along as a second copy, ${printable(version)}; ${howToShare}.`);
  }
}

/**
 * What stands in React and React DOM alike, of every major, whatever was shaken out of them or renamed: a property of
 * the object that updates class components. React's own marker, `__CLIENT_INTERNALS…`, goes when nothing imports it.
 */
const reactMark = 'enqueueReplaceState';

/**
 * Two Reacts that draw one tree break each other's hooks. What mounts itself draws a tree of its own.
 * @throws PublishRefusedError
 */
export function checkSingleReact({ stock, served, description }: BuildFacts): void {
  if (mountsItself(description)) return;
  const isCounted = (file: string) => file.endsWith('.js') && !stock?.fallbacks.has(file);
  const [stray] = [...served].find(([file, contents]) => isCounted(file) && contents.includes(reactMark)) ?? [];
  if (stray === undefined) return;
  const mend = stray === stock?.entry ? 'take "eager" out of "shared"' : howToShare;
  throw new PublishRefusedError(`"${stray}" holds a React of its own, which breaks the hooks of the host's; ${mend}.`);
}

/** @throws PublishRefusedError for a range that the host's version is not in: its page would refuse the build */
export function checkOffered(name: string, wanted: string): void {
  const offered = Object.hasOwn(hostOffer.shared, name) ? hostOffer.shared[name] : undefined;
  if (offered === undefined || satisfies(offered, wanted)) return;
  throw new PublishRefusedError(
    `The build wants ${name} ${wanted} and this site's host has ${offered}; build it against ${name} ${offered}.`,
  );
}
