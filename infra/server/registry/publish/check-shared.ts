import { isVersionRange } from '@enfilade/shared-contracts/remote/version-range';
import semver from 'semver';
import { PublishRefusedError } from '../state/registry-error.ts';
import type { BuildFacts, FederationManifest } from './build-facts.ts';
import { byName, printable } from './build-files.ts';

/** What the host's page offers; two Reacts in one page break each other's hooks. */
const offered: ReadonlySet<string> = new Set(['react', 'react/jsx-runtime', 'react-dom']);
const share = 'share react, react/jsx-runtime and react-dom as the preset of shared-contracts does';

/**
 * What stands in React and React DOM alike, of every major, whatever was shaken out of them or renamed: a property of
 * the object that updates class components. React's own marker, `__CLIENT_INTERNALS…`, goes when nothing imports it.
 */
const reactMark = 'enqueueReplaceState';

/** @throws PublishRefusedError */
export function federationRange({ metaData }: FederationManifest): string {
  const version = semver.parse(metaData.pluginVersion);
  if (!version) throw new PublishRefusedError('The manifest names no version of federation; build with the preset of shared-contracts.');
  return `^${version.major}.${version.minor}.0`;
}

/**
 * Shared package → the range it accepts. React's own range is that of its JSX runtime where a screen imports nothing else of it.
 * @throws PublishRefusedError for a package without a range, or when React is not among them
 */
export function sharedRanges({ shared }: FederationManifest): Record<string, string> {
  const ranges = new Map<string, string>();
  for (const { name, requiredVersion } of shared) {
    if (!isVersionRange(requiredVersion)) {
      throw new PublishRefusedError(
        `The shared package "${printable(name)}" has no range of versions a page can read; give it a requiredVersion like ^19.3.0 and build again.`,
      );
    }
    ranges.set(name, requiredVersion);
  }
  const react = ranges.get('react') ?? ranges.get('react/jsx-runtime');
  if (react === undefined) throw new PublishRefusedError(`The build does not share react and would bring its own; ${share}.`);
  ranges.set('react', react);
  return Object.fromEntries([...ranges].sort(([a], [b]) => byName(a, b)));
}

/** @throws PublishRefusedError for what the host cannot give, may be given twice, or comes along although it is shared */
export function checkShared({ manifest }: BuildFacts): void {
  for (const { name, singleton, version } of manifest.shared) {
    const what = `The shared package "${printable(name)}"`;
    if (!offered.has(name))
      throw new PublishRefusedError(`${what} is none the host offers; take it out of "shared", so that it is bundled.`);
    if (!singleton) throw new PublishRefusedError(`${what} is no singleton; ${share}.`);
    if (version !== '')
      throw new PublishRefusedError(`${what} comes along as a second copy, ${printable(version)}; ${share}, with "import: false".`);
  }
}

/** @throws PublishRefusedError for a React inside the build's own scripts */
export function checkSingleReact({ served }: BuildFacts): void {
  for (const [file, contents] of served) {
    if (!file.endsWith('.js') || !contents.includes(reactMark)) continue;
    throw new PublishRefusedError(`"${file}" holds a React of its own, which breaks the hooks of the host's; ${share}.`);
  }
}
